FROM node:26-bookworm AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/sqlite-13 ./scripts/sqlite-13
RUN npm ci --no-audit --no-fund
COPY .swcrc nest-cli.json tsconfig.json ormconfig.ts ./
COPY src ./src
COPY demo ./demo
COPY explorer ./explorer
# The image can use every engine; their clients are optional for other users of the package.
# On this version of Node.js, SQLite needs version 13 of its driver, which has its own name in the lock file.
RUN npm run build \
  && for name in @aws-sdk/client-s3 @aws-sdk/s3-request-presigner bullmq ioredis rate-limiter-flexible \
    @opentelemetry/api @opentelemetry/sdk-node; do \
    npm pkg set "dependencies.$name=$(npm pkg get "devDependencies.$name" | tr -d '"')" \
    && npm pkg delete "devDependencies.$name" || exit 1; done \
  && mv node_modules/better-sqlite3-13 /sqlite \
  && npm prune --omit=dev --no-audit --no-fund \
  && rm -r node_modules/better-sqlite3 \
  && mv /sqlite node_modules/better-sqlite3
# Half of the packages is only for editors, debuggers, compilers and other systems.
RUN find node_modules -type f -regex '.*\.\(map\|md\|markdown\|d\.[cm]?ts\)' -delete \
  && cd node_modules/better-sqlite3 \
  && rm -rf deps src build/deps build/Release/obj build/Release/obj.target build/Release/.deps \
  prebuilds/darwin-* prebuilds/linuxmusl-* prebuilds/win32-*

FROM node:26-bookworm-slim
ENV HOST=0.0.0.0 PORT=3000
# Milliseconds after SIGTERM in which /health/ready is 503, so that a load balancer can remove the service.
ENV LIMIT_DRAIN_DELAY=3000
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# The default database and uploaded files are in var; a named volume inherits its owner. Nothing else is written, except
# to /tmp: the file system can be read-only.
RUN install --directory --owner=node --group=node var var/storage
USER node
EXPOSE 3000
VOLUME /app/var
# A ready service has migrated the database and can reach it.
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=3 CMD ["node", "dist/src/tooling/cli/main.js", "health"]
CMD ["node", "dist/demo/main.js"]
