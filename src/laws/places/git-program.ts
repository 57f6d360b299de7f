/**
 * A program line in git's configuration: which files in a work tree it runs first, whether it names them or not. Whatever those files run in turn is the
 * project's code. Pure.
 */

/** What a program line may run first. */
export type Begun = {
  /** Files as written: relative to the work tree, to git's folder, or to the home. */
  readonly files: readonly string[];
  /** Paths from the root of the work tree, for files that a program finds without being given a path, or from a folder that the line changes to. */
  readonly inTree: readonly RegExp[];
};

/** The longest line that a person would have written; anything beyond this is not read. */
const maxLength = 4000;

/** Reads lines as people write them: the configuration is the person's own, so a line will not try to hide anything. */
export function begunBy(whole: string): Begun {
  const line = whole.slice(0, maxLength);
  const commands = simpleTexts(line.replaceAll(/\$(?:HOME\b|\{HOME\})/g, '~')).flatMap(commandsIn);
  const goesElsewhere = elsewhere.test(line);
  const files = commands.flatMap(filesIn);
  const unplaced = files.filter((file) => file.startsWith('$/') || (goesElsewhere && !/^[/~]/.test(file)));
  const entered = commands.flatMap((words) => words.filter((_, at) => /^(?:cd|pushd|-C)$/.test(words[at - 1] ?? '')));
  const bare = /\bPATH=/.test(line) ? commands.flat() : entered; // the line itself sets where programs are searched for
  const found = new Set(commands.flatMap((words) => words.flatMap((word, at) => foundBy(nameOf(word), words.slice(at + 1), files))));
  return {
    files: [...new Set(files)],
    inTree: [
      ...[...new Set([...unplaced, ...bare])].flatMap(anywhere),
      ...[...found].map((pattern) => new RegExp(`${goesElsewhere ? '(?:^|/)' : '^'}${pattern}`, 'is')),
    ],
  };
}

const elsewhere = /(?:^|[\s;&|("'!])(?:cd|pushd)\s|\s(?:-C|--(?:prefix|directory|cwd))\b|PATH=/;

/** The line with `$` in place of each expansion, and the text inside each expansion. */
function simpleTexts(line: string): readonly string[] {
  const inner: string[] = [];
  let text = line.replaceAll(/\$(?:\{[^}]*\}|\w+|[@*#?$!-])/g, '$');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replaceAll(/\$\(([^()]*)\)|`([^`]*)`/g, (_, one?: string, other?: string) => {
      inner.push(one ?? other ?? '');
      return '$';
    });
  }
  return [text, ...inner].map((each) => each.replaceAll(/\$["']+\//g, '$/'));
}

/** The words of each command. */
const commandsIn = (text: string): readonly (readonly string[])[] =>
  text.split(/[;|&(){}\n]+/).map((command) => command.split(/[\s"'`<>=!]+/).filter((word) => word !== ''));

/**
 * A word by which a command runs a file: a word with a slash or a dot, or a word after a program that runs files. A bare name is searched for on the PATH.
 */
const filesIn = (words: readonly string[]): readonly string[] =>
  words.filter((word, at) => /[/.]/.test(word) || (/^\w/.test(word) && interpreters.test(words.slice(0, at).findLast(isNoOption) ?? '')));

const isNoOption = (word: string): boolean => !word.startsWith('-');

const interpreters = /^(?:.*\/)?(?:\.|source|exec|env|(?:ba|da|z|k|fi)?sh|python[\d.]*|node|deno|bun|perl|ruby|php|lua)$/;
const python = /^(?:python|pypy)[\d.]*w?$/;

const nameOf = (word: string): string => word.replace(/^.*\//s, '').toLowerCase();

function anywhere(word: string): readonly RegExp[] {
  const end = word.replace(/^(?:\$|\.{1,2}(?=\/|$))?(?:\/(?:\.{1,2}(?=\/|$))?)*/, '');
  return end === '' ? [] : withFolders(end).map((place) => new RegExp(`(?:^|/)${place}$`, 'is'));
}

/** A path and the folders above it, since a link at any of them would redirect it; in the form of pattern sources. */
const withFolders = (place: string): readonly string[] => {
  const names = place.split('/').filter((name) => name !== '');
  return names.map((_, at) =>
    names
      .slice(0, at + 1)
      .map(literal)
      .join('/'),
  );
};

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** The files in a work tree that a program finds without being given a path, as pattern sources. */
function foundBy(program: string, args: readonly string[], files: readonly string[]): readonly string[] {
  if (python.test(program)) return modulesFor(args, files);
  const rows = finding.filter(([programs]) => programs.split(' ').includes(program));
  const named = rows.flatMap(([, names]) => names.split(' ').map((name) => `${literal(name)}$`));
  const packages = /^(?:[np]{1,2}px|bunx|npm|pnpm|yarn|bun)$/.test(program) ? args.filter((word) => /^@?\w/.test(word)) : [];
  const modules = packages.map((name) => `node_modules/(?:\\.bin/)?${literal(name.replace(/(?<=.)@.*$/s, ''))}(?:/|$)`);
  return [...named, ...modules, ...(modules.length > 0 ? [String.raw`node_modules(?:/\.bin)?$`] : [])];
}

/**
 * Python looks for every module beside the script first, or in the current folder with `-m` or `-c`; a `re.py` in that folder takes precedence over
 * Python's own.
 */
function modulesFor(args: readonly string[], files: readonly string[]): readonly string[] {
  const at = args.findIndex((word) => /^-[a-z]*[cm]/i.test(word) || isNoOption(word));
  const [first = '', next = ''] = args.slice(Math.max(at, 0));
  const isScript = isNoOption(first) && files.includes(first);
  if (isScript && /^[/~$]|(?:^|\/)\.\.(?:\/|$)/.test(first)) return [];
  const folder = isScript ? literal(first.replace(/^(?:\.\/)+/, '').replace(/[^/]*$/, '')) : '';
  const places = /^-[a-z]*m$/i.test(first) ? withFolders(next.replaceAll('.', '/')) : [];
  const named = places.map((place, up) => `${place}${up === places.length - 1 ? '(?:[./]|$)' : '$'}`);
  return [...named, String.raw`${folder}[^/]+\.(?:py[cdw]?|so)$`, String.raw`${folder}[^/]+/__init__\.[^/]+$`];
}

/** Programs that do what a project file says, and the names of these files. */
const finding: readonly (readonly [programs: string, files: string])[] = [
  ['make gmake bmake', 'GNUmakefile Makefile BSDmakefile'],
  ['npm npx pnpm pnpx yarn bun bunx', 'package.json'],
  ['just', 'justfile .justfile'],
  ['task', 'Taskfile.yml Taskfile.yaml Taskfile.dist.yml Taskfile.dist.yaml'],
  ['rake', 'Rakefile Rakefile.rb'],
  ['bundle', 'Gemfile'],
  ['cargo', 'Cargo.toml build.rs'],
  ['go', 'go.mod go.work main.go'],
  ['mvn', 'pom.xml'],
  ['gradle', 'build.gradle build.gradle.kts settings.gradle settings.gradle.kts'],
  ['uv poetry pdm hatch pipenv tox nox', 'pyproject.toml uv.toml Pipfile tox.ini noxfile.py'],
  ['composer', 'composer.json'],
  ['deno', 'deno.json deno.jsonc'],
];
