/** Puts the command and what it loads into a few files: hundreds of small ones take longer to load than a task takes to start. The library stays as it is compiled. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const dir = join(root, 'dist/command'); // as deep as what is compiled, so that paths from there stay right

/** To import `node:http` is to load everything it could ever offer, WebSockets too, which takes longer than all of the command's own code. Asked for by name, it comes alone. */
const lightHttp: Plugin = {
  name: 'light-http',
  resolveId: (id) => (id === 'node:http' ? '\0http' : null),
  load: (id) => (id === '\0http' ? "export const { Agent, request } = process.getBuiltinModule('node:http');" : null),
};

const bundle = await rolldown({
  plugins: [lightHttp],
  input: join(root, 'dist/cli/main.js'),
  platform: 'node',
  external: ['fs-native-extensions', 'classic-level', '@vscode/ripgrep'], // which are not JavaScript alone
});
const { output } = await bundle.write({ dir, format: 'esm', entryFileNames: 'main.js', chunkFileNames: '[name].js' });
await bundle.close();

const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
const packages = new Set(modules.flatMap((id) => /.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []));
writeFileSync(join(dir, 'LICENSES.txt'), [...packages].toSorted().map(noticeOf).join('\n'));

/** What a package asks to be kept with its code. */
function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined || !existsSync(join(folder, file)) ? '' : readFileSync(join(folder, file), 'utf8');
  return `${name} ${version} (${license})\n\n${text.trim()}\n\n`;
}
