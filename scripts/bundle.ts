/** Puts the command and what it loads into a few files: hundreds of small ones take longer to load than a task takes to start. The library stays as it is compiled. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ChunkingContext, type Plugin, rolldown } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';

const root = fileURLToPath(new URL('..', import.meta.url));
const dir = join(root, 'dist/command'); // as deep as the compiled files, so that relative paths stay right

/**
 * Importing a module of Node loads everything that it offers: `node:util` loads worker threads, `node:http` loads WebSockets. With a lookup by name,
 * only the named part is loaded.
 */
const namedBuiltins: Plugin = {
  name: 'named-builtins',
  transform(code) {
    if (!/^import\b/m.test(code)) return null;
    const imports = parseAst(code).body.filter((each) => each.type === 'ImportDeclaration');
    const ofNode = imports.filter(({ source }) => isBuiltin(source.value));
    const rest = ofNode.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), code);
    return ofNode.length === 0 ? null : `${ofNode.map(takenFrom).join('')}\n${rest}`;
  },
};

type Import = Extract<ReturnType<typeof parseAst>['body'][number], { readonly type: 'ImportDeclaration' }>;

function takenFrom({ source, specifiers }: Import): string {
  const builtin = `globalThis.process.getBuiltinModule('${source.value}')`; // a module may itself call something `process`
  const named = specifiers.flatMap((each) =>
    each.type === 'ImportSpecifier' ? [`${'name' in each.imported ? each.imported.name : each.imported.value}: ${each.local.name}`] : [],
  );
  const whole = specifiers.flatMap((each) => (each.type === 'ImportSpecifier' ? [] : [`const ${each.local.name} = ${builtin};`]));
  return `${whole.join('')}${named.length > 0 ? `const { ${named.join(', ')} } = ${builtin};` : ''}`;
}

/** The package looks through a dozen folders for its binary, with a dozen files of code. The binary is always in the same place. */
const oneAddon: Plugin = {
  name: 'one-addon',
  load: (id) =>
    /fs-native-extensions\/binding\.js$/.test(id)
      ? "module.exports = require('fs-native-extensions/prebuilds/' + process.platform + '-' + process.arch + '/fs-native-extensions.node');"
      : null,
};

/**
 * What is loaded, in order, on the paths that have to be quick: any command, to the prompt of the shell, from Enter to the first request, to the
 * status of a team.
 */
const ways = {
  command: ['cli/main'],
  shell: ['cli/shell/open-shell', 'cli/first-start', 'config/models/role-endpoints', 'cli/shell/live-shell'],
  task: ['cli/task/run', 'history/tasks/task-summary', 'app/wiring/role-models', 'models/http/openai-model'],
  status: ['cli/team/team', 'cli/team/status'],
};

/** What is loaded while the first model answers, except what another path has already loaded. */
const work = 'app/wiring/work';

/**
 * Modules on the same paths become one file; the others are left to the bundler. What a module imports is on all of its paths, so no two files import
 * each other.
 */
function fileOf(id: string, graph: ChunkingContext): string | null {
  modulesOf ??= Object.entries({ ...ways, work: [work] }).map(([way, starts]) => {
    const modules = new Set(starts.map((start) => join(root, 'dist', `${start}.js`)));
    for (const module of modules) for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) modules.add(imported);
    return { way, modules };
  });
  const names = modulesOf.flatMap(({ way, modules }) => (modules.has(id) ? [way] : []));
  return names.filter((way) => way !== 'work' || names.length === 1).join('-') || null;
}
let modulesOf: readonly { readonly way: string; readonly modules: ReadonlySet<string> }[] | undefined;

const bundle = await rolldown({
  plugins: [namedBuiltins, oneAddon],
  input: join(root, 'dist/cli/main.js'),
  platform: 'node',
  checks: { ineffectiveDynamicImport: false }, // `ways` says which file a module is in; a late import still saves time on the paths that never reach it
  preserveEntrySignatures: 'allow-extension', // it may export what several files need from it
  external: ['classic-level', '@vscode/ripgrep'], // they contain more than JavaScript
});
const { output } = await bundle.write({
  ...{ dir, format: 'esm', entryFileNames: 'main.js', chunkFileNames: '[name].js' },
  comments: false, // they are a seventh of what is read at every start; line breaks stay, since Node prints the whole line of an uncaught error
  codeSplitting: { groups: [{ name: fileOf, debugName: 'ways' }], includeDependenciesRecursively: false },
});
await bundle.close();

const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
const packages = new Set(modules.flatMap((id) => /.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []));
writeFileSync(join(dir, 'LICENSES.txt'), [...packages].toSorted().map(noticeOf).join('\n'));

/** The notices that a package requires to be kept with its code. */
function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined || !existsSync(join(folder, file)) ? '' : readFileSync(join(folder, file), 'utf8');
  return `${name} ${version} (${license})\n\n${text.trim()}\n\n`;
}
