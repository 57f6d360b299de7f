/** What a page names exists: files, headings, variables and options; and each word is in the glossary only once, and is used in the code. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const pages = globSync(['docs/*.md', 'README.md', 'AGENTS.md', 'CONTRIBUTING.md', 'bench/README.md']).sort();
const sources = globSync(['{src,test,bench,scripts,examples,bin}/**/*.{ts,tsx,mjs,cjs,css,sh,yaml,jsonl}']);
const names = new Set(sources.map((file) => basename(file)));
const code = sources.map((file) => readFileSync(file, 'utf8')).join('\n');
const prose = code.toLowerCase();

/** Names that are examples, or that belong to something outside the repository. */
const examples: ReadonlySet<string> = new Set(['x.ts', 'x.test.ts', 'x-part.test.ts', '../test/layers.ts', '--no-hardlinks']);

const anchorsOf = (page: string): ReadonlySet<string> =>
  new Set(
    readFileSync(page, 'utf8')
      .split('\n')
      .filter((line) => /^#+ /.test(line))
      .map((line) =>
        line
          .replace(/^#+ /, '')
          .trim()
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
          .replaceAll(' ', '-'),
      ),
  );

function brokenLinks(page: string, text: string): readonly string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => {
      if (/^(?:https?|mailto):/.test(link)) return false;
      const [path = '', anchor] = link.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      return !existsSync(file) || (anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).has(anchor));
    });
}

function missingNames(text: string): readonly string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
  return quoted.filter((name) => {
    if (examples.has(name)) return false;
    if (/^[\w./-]+\.tsx?$/.test(name))
      return name.includes('/') ? !sources.some((file) => file === name || file.endsWith(`/${name}`)) : !names.has(name);
    if (/^ARTOO_[A-Z_]+$/.test(name)) return !code.includes(name);
    return /^--[a-z][a-z-]+$/.test(name) && !code.includes(name.slice(2));
  });
}

test.each(pages)('%s names nothing that does not exist', (page) => {
  const text = readFileSync(page, 'utf8').replaceAll(/```.*?```/gs, '');
  expect([...brokenLinks(page, text), ...missingNames(text)]).toEqual([]);
});

const entries = readFileSync('docs/glossary.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| word'))
  .flatMap((line) => (line.split('|')[1] ?? '').split(','))
  .map((word) => word.trim());

test('no word is in the glossary twice', () => {
  expect(entries.length).toBeGreaterThan(100);
  expect(entries.filter((word, at) => entries.indexOf(word) !== at)).toEqual([]);
});

test('every word of the glossary is used', () => {
  const forms = (word: string): readonly string[] => [word, word.replaceAll(' ', ''), word.replaceAll(' ', '-')];
  const isUsed = (word: string): boolean => forms(word.replace(/ \(.*\)/, '').toLowerCase()).some((form) => prose.includes(form));
  expect(entries.filter((word) => !isUsed(word))).toEqual([]);
});

const rooms = readFileSync('docs/rooms.md', 'utf8');
const folders = [...new Set(globSync('src/*/*/**/*.{ts,tsx}').map((file) => file.split('/').slice(1, 3).join('/')))].filter(
  (folder) => !/\.tsx?$/.test(folder),
);

test('docs/rooms.md shows every room of every layer', () => {
  expect(folders.length).toBeGreaterThan(90);
  expect(folders.filter((folder) => !rooms.includes(`${basename(folder)}/`))).toEqual([]);
});
