/** The style of the page, in addition to that of Swagger UI, which has the same dark mode. */
export const pageStyles = `html {
  --paper: #fafafa;
  --ink: #1f2328;
  --faint: #59636e;
  --line: #d1d9e0;
  --card: #fff;
  background: var(--paper);
}

html.dark-mode {
  --paper: #1c2022;
  --ink: #e4e6e6;
  --faint: #a5afb9;
  --line: #3d444d;
  --card: #24292c;
}

body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
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

header #theme {
  order: 1;
}

[hidden] {
  display: none !important;
}

header p {
  margin: 0;
}

header p:empty {
  display: none;
}

#status {
  order: 2;
  flex-basis: 100%;
  color: #ffb4a9;
  text-align: right;
}

header input {
  box-sizing: border-box;
  width: 13rem;
  max-width: 100%;
  margin-left: 0.4rem;
  padding: 0.35rem 0.5rem;
  border: 1px solid #57606a;
  border-radius: 4px;
  background: #fff;
  color: #1f2328;
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

main {
  box-sizing: border-box;
  max-width: 80rem;
  margin: 0 auto;
  padding: 1rem 1.25rem 4rem;
}

main a {
  color: inherit;
}

.about {
  max-width: 50rem;
  color: var(--faint);
}

.tools {
  display: flex;
  flex-wrap: wrap;
  gap: 0.75rem 1.5rem;
  align-items: center;
}

.first-requests {
  columns: 26rem 2;
  column-gap: 1rem;
  margin: 1.25rem 0 0.5rem;
}

.first-requests article {
  break-inside: avoid;
  margin-bottom: 1rem;
  padding: 0.75rem 1rem 1rem;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--card);
}

.first-requests h2 {
  margin: 0;
  font-size: 1.05rem;
}

.first-requests p {
  margin: 0.4rem 0 0.6rem;
  color: var(--faint);
}

.first-requests pre {
  margin: 0.4rem 0 0;
  padding: 0.6rem 0.75rem;
  border-radius: 4px;
  background: var(--paper);
  font-size: 0.8rem;
  line-height: 1.5;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}

#filter {
  box-sizing: border-box;
  width: 20rem;
  max-width: 100%;
  padding: 0.5rem 0.7rem;
  border: 1px solid var(--line);
  border-radius: 4px;
  background: var(--card);
  color: var(--ink);
  font: inherit;
}

.tag {
  border-bottom: 1px solid var(--line);
}

.tag > summary {
  padding: 0.8rem 0.25rem;
  cursor: pointer;
}

.tag > summary strong {
  font-size: 1.15rem;
}

.tag > summary span {
  margin-left: 0.5rem;
  color: var(--faint);
}

.tag > ul {
  margin: 0 0 1rem;
  padding: 0;
  list-style: none;
}

.operation {
  margin: 0.3rem 0;
  border: 1px solid var(--line);
  border-radius: 4px;
  background: var(--card);
  scroll-margin-top: 5rem;
}

.operation > button {
  display: flex;
  flex-wrap: wrap;
  gap: 0.3rem 0.8rem;
  align-items: center;
  width: 100%;
  padding: 0.45rem 0.6rem;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  text-align: left;
  cursor: pointer;
}

.operation > button code {
  font-weight: 600;
  overflow-wrap: anywhere;
}

.operation > button span {
  color: var(--faint);
}

.method {
  min-width: 4.2rem;
  padding: 0.25rem 0;
  border-radius: 3px;
  background: #1f6feb;
  color: #fff;
  font-size: 0.8rem;
  text-align: center;
}

.method.post {
  background: #1a7f37;
}

.method.put {
  background: #9a6700;
}

.method.patch {
  background: #0a7a74;
}

.method.delete {
  background: #cf222e;
}

.slot {
  padding: 0 0.6rem 0.6rem;
}

/* The list above shows the heading, the tag and the summary. */
.slot .swagger-ui .opblock-tag-section > .opblock-tag,
.slot .swagger-ui .opblock .opblock-summary {
  display: none;
}

.slot .swagger-ui .wrapper {
  padding: 0;
}

.slot .swagger-ui .opblock {
  margin: 0;
  border: 0;
  box-shadow: none;
}

.slot .swagger-ui .opblock-section-header {
  border-bottom: 1px solid var(--line);
  box-shadow: none;
}

/* The colour of the method is in the list. */
.slot .swagger-ui,
.slot .swagger-ui .opblock,
.slot .swagger-ui .opblock-section-header {
  background: none !important;
}

/* Operations can always be tried. */
.slot .swagger-ui .try-out__btn.cancel {
  display: none;
}

.slot .swagger-ui .parameters-col_name {
  min-width: 9rem;
  padding-right: 1rem;
}

.slot .swagger-ui .json-schema-form-item-add {
  margin-top: 0.4rem;
}

.parameter-group button {
  width: 100%;
  padding: 0.5rem 0;
  border: 0;
  border-bottom: 1px solid var(--line);
  background: none;
  color: inherit;
  font: inherit;
  font-weight: 700;
  text-align: left;
  cursor: pointer;
}

.parameter-group button::before {
  content: '▸ ';
}

.parameter-group button[aria-expanded='true']::before {
  content: '▾ ';
}

/* Parameters that are objects need only a line or two. */
.swagger-ui .parameters textarea {
  min-height: 4rem;
}

@media (max-width: 40rem) {
  header {
    position: static;
  }

  header #theme {
    order: 0;
  }

  header form {
    flex-basis: 100%;
  }

  header label input {
    flex: 1;
    max-width: 16rem;
  }

  header,
  main {
    padding-right: 0.75rem;
    padding-left: 0.75rem;
  }

  header label {
    display: flex;
    justify-content: space-between;
    align-items: center;
    width: 100%;
  }

  .tag > summary span {
    display: block;
    margin: 0.2rem 0 0;
  }

  .swagger-ui table.parameters tr,
  .swagger-ui table.parameters td {
    display: block;
    width: auto;
    padding-right: 0;
  }

  .slot .swagger-ui .parameters-col_name {
    padding-bottom: 0;
  }

  .swagger-ui table.parameters thead,
  .swagger-ui .responses-table thead {
    display: none;
  }

  .swagger-ui .parameters-col_description input,
  .swagger-ui .parameters-col_description select,
  .swagger-ui .parameters-col_description textarea {
    box-sizing: border-box;
    width: 100%;
    max-width: 100%;
    min-width: 0;
  }

  .swagger-ui .responses-table td,
  .swagger-ui .responses-table tr {
    display: block;
  }

  .swagger-ui .opblock-body pre,
  .swagger-ui .renderedMarkdown {
    overflow-x: auto;
    overflow-wrap: anywhere;
  }
}
`;
