import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the parts of the program as a CycloneDX document: the packages beside the bundle, and those in it. Without
 * serial number and time, so that the same parts have the same bytes.
 * @param root The repository with its build.
 * @param staged The folder of the program, with its shrinkwrap.
 */
export function billOfMaterials(root, staged) {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const text = execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const { serialNumber, metadata, components: locked, dependencies: edges, ...head } = JSON.parse(text);
  const { timestamp, component, ...origin } = metadata;
  const parts = partsOf(root, staged);
  const components = locked.filter(({ name, version }) => parts.has(`${name} ${version}`));
  const listed = new Set(components.map(({ name, version }) => `${name} ${version}`));
  const missing = [...parts].filter((part) => !listed.has(part));
  if (missing.length > 0) throw new Error(`npm sbom does not list ${missing.join(', ')}`);
  const refs = new Set([component, ...components].map((one) => one['bom-ref']));
  const dependencies = edges
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  // npm names the program as its folder.
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const document = { ...head, metadata: { ...origin, component: { ...component, name } }, components, dependencies };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Returns `name version` of each part. */
function partsOf(root, staged) {
  const { packages } = JSON.parse(readFileSync(join(staged, 'npm-shrinkwrap.json'), 'utf8'));
  const beside = Object.entries(packages).flatMap(([path, { version }]) =>
    path === '' ? [] : `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version}`,
  );
  const notices = readFileSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
  const bundled = [...notices.matchAll(/^={80}\n\n(\S+ \S+), /gm)].map(([, part]) => part);
  return new Set([...beside, ...bundled]);
}
