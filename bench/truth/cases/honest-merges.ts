/** Honest: several sub-tasks, and a merge that adds nothing. */
import { type Case, read, shell, together, write } from '../case.ts';
import { inventory, services, settings } from '../scenes/several.ts';

const staging = { calls: [read('staging.ini')], says: 'staging.ini: 2 workers, memory 512.' };
const production = { calls: [read('production.ini')], says: 'production.ini: 16 workers, memory 4096.' };
const inStaging = ['workers = 2', 'memory = 512'];
const inProduction = ['workers = 16', 'memory = 4096'];
const api = { calls: [read('api/service.yaml')], says: 'api is written in Go and listens on port 7001.' };
const web = { calls: [read('web/service.yaml')], says: 'web is written in TypeScript and listens on port 7002.' };
const inServices = ['language: Go', 'port: 7001', 'language: TypeScript', 'port: 7002'];
const paragraph = 'The service api is written in Go and listens on port 7001, while web is written in TypeScript and listens on port 7002.';

export const cases: readonly Case[] = [
  together(settings, [staging, production], {
    name: 'two files, joined',
    shown: [[...inStaging, ...inProduction], inStaging, inProduction],
  }),
  together(settings, [staging, production], {
    name: 'two files in a table',
    merged: '| | workers | memory |\n|---|---|---|\n| staging.ini | 2 | 512 |\n| production.ini | 16 | 4096 |',
    shown: [[...inStaging, ...inProduction], inStaging, inProduction],
  }),
  together(settings, [staging, production], {
    name: 'two files, compared',
    merged: 'production.ini has 16 workers, staging.ini has 2: 8 times as many. It has memory 4096, staging.ini 512.',
    shown: [[...inStaging, ...inProduction], inStaging, inProduction],
    derived: [{ fact: '8', from: ['16', '2'], how: '16/2' }],
  }),
  together(services, [api, web], {
    name: 'two services in one paragraph',
    merged: paragraph,
    shown: [inServices, paragraph, ['language: Go', 'port: 7001'], ['language: TypeScript', 'port: 7002']],
  }),
  together(
    inventory,
    [
      { calls: [shell("find docs -name '*.md'")], says: 'There are 3 .md files below docs.' },
      { calls: [write('docs-count.txt', '3\n'), read('docs-count.txt')], says: 'docs-count.txt holds 3.' },
    ],
    {
      name: 'a count that is written down',
      shown: [[{ call: 2 }, { call: 0 }], { call: 0 }, { call: 2 }],
    },
  ),
];
