import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';

const FOLDER = 'deploy/kubernetes';
const here = fileURLToPath(new URL('.', import.meta.url));
/** Settings that other programs than the service read. */
const foreign = /^AWS_/;

/**
 * Returns a line per fault of the Kubernetes manifests: against the schemas of their kinds, members
 * that a kind does not have, files that the kustomization does not name, and settings that the
 * service does not have.
 */
export async function lintKubernetes() {
  const { kustomization, ...manifests } = readManifests();
  return [
    ...(await schemaFaults(manifests)),
    ...unknownMembers(manifests),
    ...unlisted(kustomization, manifests),
    ...unknownSettings(manifests),
  ];
}

function readManifests() {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.yaml'));
  return Object.fromEntries(
    files.map((file) => {
      const [document, ...others] = parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8'));
      const faults = [...document.errors, ...others.map(() => new Error('One document per file.'))];
      if (faults.length > 0) throw new Error(`${file}: ${faults[0].message}`);
      return [file.replace(/\.yaml$/, ''), document.toJS()];
    }),
  );
}

const moduleOf = ({ apiVersion }) => `kubernetes-models/${apiVersion}`;

async function schemaFaults(manifests) {
  const faults = [];
  for (const [name, manifest] of Object.entries(manifests)) {
    const { [manifest.kind]: Model } = await import(moduleOf(manifest));
    try {
      new Model(manifest).validate();
    } catch (error) {
      faults.push(`${name}.yaml: ${error.message}`);
    }
  }
  return faults;
}

/** The schemas allow further members, the types do not: the compiler compares each manifest. */
function unknownMembers(manifests) {
  const folder = mkdtempSync(join(here, 'manifests-'));
  try {
    const files = Object.entries(manifests).map(([name, manifest]) => {
      const file = join(folder, `${name}.ts`);
      const type = `import('${moduleOf(manifest)}').I${manifest.kind}`;
      writeFileSync(file, `export const manifest: ${type} = ${JSON.stringify(manifest)};\n`);
      return file;
    });
    const { NodeNext } = ts.ModuleKind;
    const options = { strict: true, noEmit: true, skipLibCheck: true, module: NodeNext };
    return ts
      .getPreEmitDiagnostics(ts.createProgram(files, { ...options, types: [] }))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function unlisted({ resources }, manifests) {
  const listed = new Set(resources.map((file) => file.replace(/\.yaml$/, '')));
  const names = Object.keys(manifests);
  return [
    ...names.filter((name) => !listed.has(name)).map((name) => `${name}.yaml is not a resource.`),
    ...[...listed]
      .filter((name) => !names.includes(name))
      .map((name) => `${name}.yaml is missing.`),
  ];
}

function unknownSettings({ settings }) {
  const documented = readFileSync('docs/reference/configuration.md', 'utf8');
  const secrets = parseEnv(readFileSync(join(FOLDER, 'secrets.example.env'), 'utf8'));
  return Object.keys({ ...settings.data, ...secrets })
    .filter((name) => !foreign.test(name) && !documented.includes(`\`${name}\``))
    .map((name) => `${name} is not a setting of the service.`);
}
