/** The import table of the house as data, and every breach of it in a source text. */
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { type Expression, parseSync, Visitor } from 'oxc-parser';

type Layer = { readonly row: number; readonly packages: 'any' | readonly string[]; readonly builtins: 'any' | readonly string[] };

const top = 12;

/**
 * The folders of src/ and, in the top row, the files directly in it. A folder imports from lower rows and from itself; the top row imports anything. What
 * is not listed is forbidden.
 */
const layers: ReadonlyMap<string, Layer> = new Map<string, Layer>([
  ['contracts', { row: 1, packages: ['zod'], builtins: [] }],
  ['control', { row: 2, packages: [], builtins: [] }],
  ['reading', { row: 2, packages: ['zod', 'yaml'], builtins: [] }],
  ['laws', { row: 2, packages: ['unbash'], builtins: [] }],
  ['store', { row: 3, packages: ['classic-level', 'fs-native-extensions'], builtins: 'any' }],
  [
    'models',
    {
      row: 3,
      packages: ['zod', '@ai-sdk/openai-compatible', '@ai-sdk/anthropic', '@ai-sdk/google', '@ai-sdk/provider', '@pydantic/genai-prices'],
      builtins: 'any',
    },
  ],
  [
    'tools',
    {
      row: 3,
      packages: [
        ...['zod', 'tinyglobby', '@vscode/ripgrep', 're2js', 'diff', 'fs-native-extensions', '@cfworker/json-schema', 'yaml'],
        '@modelcontextprotocol/client',
        ...['@mozilla/readability', 'linkedom', 'turndown', 'unpdf'], // loaded in the thread that reads a page
      ],
      builtins: 'any',
    },
  ],
  ['journal', { row: 3, packages: ['zod', 'fs-native-extensions'], builtins: 'any' }],
  ['effects', { row: 4, packages: ['zod'], builtins: 'any' }],
  ['memory', { row: 4, packages: ['zod'], builtins: 'any' }],
  // Roles reach the world through ports: hashing, waiting and text are all they may take from Node.
  ['roles', { row: 5, packages: ['zod'], builtins: ['node:crypto', 'node:path', 'node:timers/promises', 'node:util'] }],
  // Runs roles, and depends only on their ports.
  ['engine', { row: 6, packages: ['zod'], builtins: ['node:crypto', 'node:path', 'node:timers/promises', 'node:util'] }],
  ['history', { row: 7, packages: ['zod'], builtins: 'any' }],
  ['audit', { row: 7, packages: ['zod', 'fs-native-extensions'], builtins: 'any' }],
  ['cluster', { row: 7, packages: ['zod', '@nats-io/transport-node', '@nats-io/jetstream'], builtins: 'any' }],
  ['config', { row: 7, packages: ['zod', 'yaml'], builtins: 'any' }],
  ['eval', { row: 7, packages: ['zod', 'fs-native-extensions'], builtins: 'any' }],
  ['team', { row: 7, packages: ['zod', 'yaml', 'fs-native-extensions'], builtins: 'any' }],
  ['app', { row: 8, packages: ['zod', 'yaml'], builtins: 'any' }],
  ['view', { row: 9, packages: ['marked'], builtins: 'any' }],
  // Adapters of drive: each adds a protocol, and none imports another.
  ['web', { row: 10, packages: ['zod', 'hono', '@hono/node-server'], builtins: 'any' }],
  ['mcp', { row: 10, packages: ['zod', '@modelcontextprotocol/server'], builtins: 'any' }],
  ['acp', { row: 10, packages: ['@agentclientprotocol/sdk'], builtins: 'any' }],
  ['cli', { row: 11, packages: ['@earendil-works/pi-tui'], builtins: 'any' }],
  // Runs in browsers, and reaches the server only through its client.
  ['web/page', { row: 11, packages: ['react', 'react-dom'], builtins: [] }],
  ['index.ts', { row: top, packages: 'any', builtins: 'any' }],
  ['control.ts', { row: top, packages: 'any', builtins: 'any' }],
  ['laws.ts', { row: top, packages: 'any', builtins: 'any' }],
  ['memory.ts', { row: top, packages: 'any', builtins: 'any' }],
  ['team.ts', { row: top, packages: 'any', builtins: 'any' }],
  ['testing.ts', { row: top, packages: 'any', builtins: 'any' }],
]);

/** The only part of roles that the engine may import. */
const rolePorts: ReadonlySet<string> = new Set(['src/roles/role.ts', 'src/roles/r5-memory/task-memory.ts']);

const testPackages = ['vitest', 'fast-check'];
const hiddenLoaders: ReadonlySet<string> = new Set(['createRequire', 'getBuiltinModule']);

const verbs = {
  homeless: 'lives in',
  unparsable: 'cannot be parsed:',
  computed: 'imports what only running it would tell,',
  loader: 'loads modules unseen through',
  file: 'imports the file',
  package: 'imports the package',
  builtin: 'imports the builtin',
} as const;

type Violation = {
  readonly kind: keyof typeof verbs;
  readonly importer: string;
  readonly imported: string;
  readonly instead: string;
};

type Home = { readonly name: string; readonly layer: Layer; readonly file: string; readonly isTest: boolean };
type Reference = { readonly kind: 'specifier' | 'computed' | 'loader' | 'unparsable'; readonly text: string };

/** Every breach of the table in one file; `file` is its path from the root of the repository, as in `src/app/run.ts`. */
export function violations(file: string, source: string): readonly Violation[] {
  const name = placeOf(file);
  const layer = layers.get(name);
  if (layer === undefined || !file.startsWith('src/')) {
    return [
      { kind: 'homeless', importer: file, imported: posix.dirname(file), instead: `src holds only ${[...layers.keys()].join(', ')}` },
    ];
  }
  const home = { name, layer, file, isTest: isTestFile(file) };
  return references(file, source).flatMap((reference) => judge(home, reference) ?? []);
}

/** A violation as one sentence: who imported what, and what may be imported instead. */
export const sentence = ({ kind, importer, imported, instead }: Violation): string => `${importer} ${verbs[kind]} ${imported}; ${instead}.`;

/** Everything that a source text loads or takes types from, once each. */
function references(file: string, source: string): readonly Reference[] {
  const { program, errors } = parseSync(file, source, { preserveParens: false });
  const [error] = errors;
  if (error !== undefined) return [{ kind: 'unparsable', text: error.message }];

  const found = new Map<string, Reference>();
  const add = (kind: Reference['kind'], text: string) => found.set(`${kind} ${text}`, { kind, text });
  const load = (from: Expression | undefined, whole: { start: number; end: number }) => {
    const specifier = from && literalOf(from);
    if (specifier === undefined) add('computed', source.slice(whole.start, whole.end));
    else add('specifier', specifier);
  };

  new Visitor({
    ImportDeclaration: (node) => load(node.source, node),
    ExportNamedDeclaration: (node) => node.source && load(node.source, node),
    ExportAllDeclaration: (node) => load(node.source, node),
    ImportExpression: (node) => load(node.source, node),
    TSImportType: (node) => load(node.source, node),
    TSExternalModuleReference: (node) => load(node.expression, node),
    CallExpression: (node) => {
      const [argument] = node.arguments;
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'require') return;
      load(argument?.type === 'SpreadElement' ? undefined : argument, node);
    },
    Identifier: ({ name }) => hiddenLoaders.has(name) && add('loader', name),
  }).visit(program);
  return [...found.values()];
}

function literalOf(node: Expression): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

function judge(home: Home, { kind, text }: Reference): Violation | undefined {
  const importer = home.file;
  if (kind === 'unparsable') return { kind, importer, imported: text, instead: 'its imports cannot be seen' };
  if (kind === 'computed') return { kind, importer, imported: text, instead: 'a specifier is a string literal' };
  if (kind === 'loader') return { kind, importer, imported: text, instead: 'modules are loaded by import' };
  if (/^\.\.?(\/|$)/.test(text)) return judgeFile(home, posix.join(posix.dirname(home.file), text));
  if (isBuiltin(text)) return judgeBuiltin(home, text.startsWith('node:') ? text : `node:${text}`);
  return judgePackage(home, packageOf(text));
}

function judgeFile(home: Home, target: string): Violation | undefined {
  const legal = !isTestFile(target) && (home.layer.row === top || reaches(home, target));
  if (legal) return undefined;
  const below = [...layers].filter(
    ([name, { row }]) => row < home.layer.row || name === home.name || (home.isTest && row === home.layer.row),
  );
  const others = home.isTest ? ['src/testing.ts', 'test/'] : [];
  const limit = home.name === 'engine' ? ', of roles their ports alone' : roleOf(home.file) === undefined ? '' : ', and no other role';
  const instead = `${whose(home)} only ${[...below.map(([name]) => name), ...others].join(', ')}${limit}`;
  return { kind: 'file', importer: home.file, imported: target, instead };
}

function reaches(home: Home, target: string): boolean {
  if (home.isTest && (target === 'src/testing.ts' || target.startsWith('test/'))) return true;
  const layer = target.startsWith('src/') ? layers.get(placeOf(target)) : undefined;
  if (layer === undefined) return false;
  if (home.name === 'engine' && !home.isTest && target.startsWith('src/roles/')) return rolePorts.has(target);
  if (layer.row !== home.layer.row) return layer.row < home.layer.row;
  return home.isTest || (placeOf(target) === home.name && !crossesRoles(home.file, target));
}

function judgeBuiltin(home: Home, builtin: string): Violation | undefined {
  const allowed = home.isTest ? 'any' : home.layer.builtins;
  if (allowed === 'any' || allowed.includes(builtin)) return undefined;
  return { kind: 'builtin', importer: home.file, imported: builtin, instead: `${whose(home)} ${listed(allowed, 'builtin')}` };
}

function judgePackage(home: Home, name: string): Violation | undefined {
  if (home.layer.packages === 'any') return undefined;
  const allowed = home.isTest ? [...home.layer.packages, ...testPackages] : home.layer.packages;
  if (allowed.includes(name)) return undefined;
  return { kind: 'package', importer: home.file, imported: name, instead: `${whose(home)} ${listed(allowed, 'package')}` };
}

/** The part of src/ that a path belongs to: its folder, or the package entry itself. The test of an entry belongs to the entry. */
const placeOf = (path: string): string =>
  path.startsWith('src/web/page/') ? 'web/page' : (path.split('/')[1] ?? '').replace('.test.ts', '.ts');
const isTestFile = (path: string): boolean => /\.test\.tsx?$/.test(path);
const roleOf = (path: string): string | undefined => /^src\/roles\/(r\d[^/]*)\//.exec(path)?.[1];

function crossesRoles(file: string, target: string): boolean {
  const [role, other] = [roleOf(file), roleOf(target)];
  return role !== undefined && other !== undefined && role !== other;
}

const packageOf = (specifier: string): string => /^(@[^/]+\/[^/]+|[^/]*)/.exec(specifier)?.[0] || specifier;
const whose = ({ name, isTest }: Home): string => `${isTest ? `a test in ${name}` : name} may import`;
const listed = (allowed: readonly string[], what: string): string => (allowed.length === 0 ? `no ${what}` : `only ${allowed.join(', ')}`);
