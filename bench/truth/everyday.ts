/**
 * `node bench/truth/everyday.ts`: how many model calls everyday tasks take with a fair judge. Fails when a task takes more, or does not end as it
 * should.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allCases } from './all-cases.ts';
import { alone, type Case, giveUp, type Scene, shell, verifiable } from './case.ts';
import { fair } from './judges/fair.ts';
import { perform } from './perform.ts';
import { renaming } from './scenes/changes.ts';
import { invoices } from './scenes/folders.ts';

type Everyday = { readonly is: string; readonly about: Case; readonly atMost: number; readonly ends?: string };

const listening = createServer().listen(0, '127.0.0.1');
await once(listening, 'listening');
const { port } = listening.address() as AddressInfo; // a TCP server that listens

const whoListens: Scene = {
  goal: `What uses port ${port}?`,
  files: {},
  criteria: [verifiable(`the answer names the process that listens on port ${port}`)],
  parts: [
    {
      intent: `Find out with ss which process has port ${port}`,
      criteria: [verifiable(`ss shows the process on port ${port}`)],
      tools: ['shell'],
    },
  ],
};

const refactoring: Scene = {
  ...renaming,
  goal: 'Rename fetchUser to loadUser everywhere in src; the tests must still pass.',
  files: {
    ...renaming.files,
    'package.json': '{ "type": "module" }\n',
    'src/page.test.js':
      "import assert from 'node:assert';\nimport test from 'node:test';\nimport { page } from './page.js';\ntest('a page', () => assert.equal(page(7), 7));\n",
  },
  criteria: [verifiable('fetchUser occurs in no file below src any more'), verifiable('node --test passes after the rename')],
};

const impossible = {
  impossible: 'None of the invoices is from Contoso.',
  partial_result: 'All files below invoices were searched; there is none from Contoso.',
  next_moves: ['Ask Contoso for the invoice.', 'Name another folder to search.'],
};

/** A case of the truth benchmark. */
function known(kind: string, name: string): Case {
  const found = allCases.find((one) => one.kind === kind && one.name === name);
  if (!found) throw new Error(`there is no case ${kind}: ${name}`);
  return found;
}

const refactored = alone(
  refactoring,
  [
    shell('grep -rn fetchUser src'),
    shell("sed -i 's/fetchUser/loadUser/g' src/user.js src/page.js src/admin/list.js"),
    shell('grep -rn fetchUser src'),
    shell('grep -rn loadUser src'),
    shell('node --test'),
  ],
  'fetchUser is loadUser in src/user.js, src/page.js and src/admin/list.js, and node --test passes.',
  { name: 'a refactoring', shown: [{ call: 2 }, 'pass 1', { call: 3 }] },
);

const notFound: Case = {
  name: 'an impossible goal',
  scene: invoices,
  work: [
    [
      { calls: [shell('grep -rn Contoso invoices'), giveUp('No file below invoices is from Contoso.')], says: '' },
      { calls: [shell('grep -rni contoso .'), giveUp('No file at all mentions Contoso.')], says: '' },
    ],
  ],
  shown: [null],
  replan: impossible,
};

const onThisPort = alone(whoListens, [shell('ss -ltnp')], `Port ${port} is used by the process with the id ${process.pid}.`, {
  name: 'what uses this port',
  shown: [`127.0.0.1:${port}`],
});

const talk = alone({ goal: 'Good morning!', files: {}, criteria: [], parts: [] }, [], '', {
  name: 'talk',
  talk: 'Good morning! What shall we do?',
});

const tasks: readonly Everyday[] = [
  { is: 'a question about files', about: known('honest-counts', 'a port'), atMost: 5 },
  { is: 'a change that world checks decide', about: known('honest-changes', 'a value, decided by checks'), atMost: 4 },
  { is: 'talk', about: talk, atMost: 2 },
  { is: 'a summary', about: known('honest-texts', 'a summary'), atMost: 5 },
  { is: 'a translation', about: known('honest-texts', 'a translation'), atMost: 6 },
  { is: 'a fixed test', about: known('honest-tests', 'a repair, decided by the tests'), atMost: 7 },
  { is: 'a refactoring', about: refactored, atMost: 9 },
  { is: 'an impossible goal', about: notFound, atMost: 10, ends: 'impossible' },
  { is: '.gitignore has it already', about: known('honest-changes', 'a line that is there already'), atMost: 5 },
  { is: 'a percentage from a CSV', about: known('honest-figures', 'a percentage, read'), atMost: 5 },
  { is: 'a poem', about: known('honest-texts', 'a poem'), atMost: 4 },
  { is: 'what uses port 3000, in a file', about: known('honest-counts', 'what uses port 3000'), atMost: 5 },
  { is: 'what uses a port, by ss', about: onThisPort, atMost: 5 },
];

console.log('everyday tasks                       model calls, at most   ends');
for (const { is, about, atMost, ends = 'met' } of tasks) {
  const { result, asked } = await perform(about, fair, 0);
  const right = asked.length <= atMost && result.reason === ends;
  if (!right) process.exitCode = 1;
  const figures = `${String(asked.length).padStart(5)} ${String(atMost).padStart(10)}`;
  console.log(`  ${is.padEnd(36)}${figures}        ${result.reason}${right ? '' : '   ✗'}   ${asked.length > 20 ? '' : asked.join(' ')}`);
}
listening.close();
