# Built with a compiler at hand, since better-sqlite3 is compiled where no prebuilt binding can be fetched.
FROM node:20-bookworm AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY .swcrc nest-cli.json tsconfig.json ormconfig.ts ./
COPY src ./src
COPY demo ./demo
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:20-bookworm-slim
ENV HOST=0.0.0.0 PORT=3000
# Milliseconds after SIGTERM in which a load balancer sees that /health/ready is 503.
ENV LIMIT_DRAIN_DELAY=3000
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# The default database and uploaded files lie in var; a named volume takes its owner over.
RUN install --directory --owner=node --group=node var var/storage
USER node
EXPOSE 3000
VOLUME /app/var
# Ready is who reaches the database and has migrated it.
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=3 CMD ["node", "dist/src/cli/main.js", "health"]
CMD ["node", "dist/demo/main.js"]
