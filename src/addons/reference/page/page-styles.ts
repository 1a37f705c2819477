/** The style of the page, in addition to that of Swagger UI. */
export const pageStyles = `body {
  margin: 0;
  background: #fafafa;
  font-family: system-ui, sans-serif;
}

header {
  position: sticky;
  top: 0;
  z-index: 10;
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 1.5rem;
  align-items: center;
  padding: 0.6rem 1.25rem;
  background: #1b1f24;
  color: #fff;
  font-size: 0.9rem;
}

header strong {
  margin-right: auto;
  font-size: 1.05rem;
}

header form {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 1rem;
  align-items: center;
}

header form[hidden],
header p[hidden] {
  display: none;
}

header p {
  margin: 0;
}

header p:empty {
  display: none;
}

#status {
  flex-basis: 100%;
  color: #ffb4a9;
  text-align: right;
}

header input {
  width: 13rem;
  margin-left: 0.4rem;
  padding: 0.35rem 0.5rem;
  border: 1px solid #57606a;
  border-radius: 4px;
  background: #fff;
  font: inherit;
}

header button {
  padding: 0.4rem 0.9rem;
  border: 1px solid #49cc90;
  border-radius: 4px;
  background: transparent;
  color: #49cc90;
  font: inherit;
  cursor: pointer;
}

#signed-in button {
  margin-left: 0.75rem;
}

header button[disabled] {
  opacity: 0.4;
  cursor: default;
}

/* The form above signs in, for all operations at once. */
.swagger-ui .scheme-container {
  display: none;
}

.swagger-ui .info {
  margin: 1.5rem 0;
}

/* Parameters that are objects need only a line or two. */
.swagger-ui .parameters textarea {
  min-height: 4rem;
}
`;
