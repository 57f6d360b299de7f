/** Constructions that docs/english.md calls faults, as far as a machine can find them: in comments and texts of the whole repository. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const files = globSync(['{src,test,bench,scripts,examples}/**/*.{ts,tsx}', 'docs/*.md', '*.md']);

/** Where a word is a name, a quote or part of a story. */
const allowed: Readonly<Record<string, RegExp>> = {
  'src/app/demo/scenarios.ts': /nobody on the shore|Nobody had seen/,
  'src/laws/commands/own-sight.ts': /as nobody|nobody\|nogroup/, // the user of that name
  'src/tools/running/note-on-walls.test.ts': /nobody 1 init/,
  'src/tools/shell.test.ts': /sk-secret-key-of-somebody/,
  'src/roles/r2-planner/role.ts': /nothing was tried yet/, // prompts are pinned
  'src/roles/r2-planner/role.test.ts': /nothing was tried yet/,
  'src/roles/r7-solver/role.ts': /what was done so far/,
  'test/support/decisions.ts': /nothing was tried yet/,
  'docs/walls.md': /is nobody:/,
  'docs/evidence.md': /\banew\b/, // written by `npm run evidence`
  'docs/glossary.md': /go on with/,
  'bench/live-region.ts': /report\(/, // names under which figures are kept
  'bench/audit.ts': /report\(/,
  'src/roles/judging/criterion/speaks-of.ts': /\|nobody\|/,
  'src/tools/grep.ts': /\|places of secrets/, // earlier journals
  'src/eval/formats/agent-bench.ts': /only something is to be done/, // a prompt
  'docs/english.md': /./,
  'test/english.test.ts': /./,
  'CHANGELOG.md': /./, // what was released is not reworded
};

const faults = {
  nobody: /\b(?:nobody|somebody|everybody|anybody|whoever|whomever)\b/i,
  'for long': /\b(?:runs?|running|held|waits?|works?) for long\b/,
  'just so': /\bjust so\b(?! that)/,
  'by now': /\bby now\b/,
  anew: /\banew\b/,
  'not committed': /changes that are not committed/,
  'gone on with': /\bgo(?:es|ne|ing)? on with\b/,
  'comes to nothing': /\bcomes? to nothing\b|\bcame to nothing\b/,
  'stands nowhere': /\bstands? nowhere\b/,
  'so far, past': /\b(?:was|were)(?: not| never)? [a-z]+ (?:so far|yet)\b/,
  'come to rest': /\b(?:come|came|comes) to rest\b/,
  'said while': /\bwas said while\b(?! the task)/,
  behind: /\bwhat (?:stands|comes|is) behind it\b/,
  'came of': /\bwhat (?:comes|came) of\b/,
  'as it is built': /\bas (?:it is|they are) built\b/,
  'seen from home': /\bseen from home\b/,
  'nothing but what': /\bwith nothing but what\b/,
  'in the eyes of': /\bin the eyes of\b/,
  'decided from': /\bdecided from\b/,
  'came back older': /\bc[oa]mes? back older\b/,
  'known of': /\bwhat is known of\b/i,
  'nothing else of': /\bnothing else of (?!interest)/,
  'is no': /\b(?:that|which|who) (?:is|are|was|were) no (?!longer|more|less|one\b|lower|such)/,
  'to be': /\b(?:is|are|was|were) to be (?:[a-z]+ed|done|in|kept|made|read|sent|shown)\b/,
  'property says': /\bproperty would say\b/,
  'places of secrets': /(?<!\| )\bplaces? of secrets?\b(?!\[)/i,
  'for want of': /\bfor want of (?!the network|a local socket)/,
  'on a yes': /(?:^|[.;:'"`] ?)On a (?:yes|no)\b/,
  'since, past': /\b(?:was|were) [a-z]+(?:ed|en|ne) since(?=[.,;:)]|$| \*\/)/,
  'since the last, past': /\b(?:was|were) [a-z]+(?:ed|en) since the (?:last|previous)\b/,
} as const satisfies Readonly<Record<string, RegExp>>;

/** Words in names, and in texts that the code gets as data, do not count as English. */
const plain = (line: string): string => line.replaceAll(/`[^`]*`|'[\w./-]*'|\[[^\]]*\]/g, ' ');

const found = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at) =>
      Object.entries(faults)
        .filter(([, pattern]) => pattern.test(plain(line)) && !allowed[file]?.test(line))
        .map(([name]) => `${file}:${at + 1}: ${name}`),
    ),
);

test.each(Object.keys(faults) as (keyof typeof faults)[])('no comment and no text says "%s"', (name) => {
  expect(found.filter((each) => each.endsWith(`: ${name}`))).toEqual([]);
});

test.each([
  ['nobody', 'Whoever asks gets it.'],
  ['by now', 'the folder may be gone by now'],
  ['since, past', 'whether its changes were undone since.'],
  ['so far, past', 'How much was typed so far.'],
  ['so far, past', 'Nothing was sent yet.'],
  ['nothing else of', 'nothing else of it is read'],
  ['gone on with', 'a task that is gone on with'],
  ['came of', 'what came of each'],
  ['as it is built', 'The command as it is built.'],
  ['is no', 'A word that is no name of a file.'],
  ['to be', 'a call that is to be asked about'],
  ['decided from', 'What a check is decided from.'],
  ['came back older', 'A store that came back older is read again.'],
  ['places of secrets', 'Places of secrets are closed.'],
  ['for want of', 'It fails for want of a socket.'],
  ['on a yes', 'Nothing has happened yet. On a yes it runs again.'],
  ['since the last, past', 'What was appended since the last call.'],
] as const)('"%s" is found', (name, line) => {
  expect(faults[name].test(plain(line))).toBe(true);
});
