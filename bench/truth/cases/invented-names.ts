/** Names, versions and dates that do not occur anywhere. */
import { alone, type Case, read, shell } from '../case.ts';
import { ports } from '../scenes/folders.ts';
import { commits, dependencies, goModule, image } from '../scenes/projects.ts';
import { meeting, owners, release } from '../scenes/texts.ts';

export const cases: readonly Case[] = [
  alone(dependencies, [read('package.json')], 'The project uses express 4.18.1 and zod 3.23.8.', {
    name: 'a version that is nearly right',
    lie: 'express is 4.19.2',
  }),
  alone(goModule, [read('go.mod')], 'The module needs Go 1.21.5 and has 2 direct dependencies.', {
    name: 'another go version',
    lie: 'it is 1.22',
  }),
  alone(image, [read('Dockerfile')], 'The Dockerfile uses node:20-alpine and runs as the user node.', {
    name: 'another base image',
    lie: 'it is node:22-slim',
  }),
  alone(
    owners,
    [read('OWNERS')],
    'parser is maintained by Leila Haddad (leila@example.org), printer by Jonas Weber (j.weber@example.com).',
    {
      name: 'an address that is made up',
      lie: 'the address is jonas@example.org',
    },
  ),
  alone(release, [read('CHANGELOG.md')], 'Version 2.1.0 was released on 2026-02-17 and fixed that the lock was never released.', {
    name: 'a date that is made up',
    lie: 'it was 2026-02-11',
  }),
  alone(
    meeting,
    [read('notes/meeting.md')],
    'The release moves to 25 June. Raul looks into the import, Tomoko writes the guide. 12,000 EUR are left.',
    {
      name: 'a summary with another date',
      lie: 'it moves to 18 June',
    },
  ),
  alone(
    meeting,
    [read('notes/meeting.md')],
    'The release moves to 18 June. Raul looks into the import, Tomoko writes the guide. 21,000 EUR are left.',
    {
      name: 'a summary with another amount',
      lie: '12,000 EUR are left',
    },
  ),
  alone(ports, [read('listening.txt')], 'Port 3000 is used by grafana, process 8120.', {
    name: 'a process number that is made up',
    lie: 'it is 812',
  }),
  alone(commits, [shell('git log')], 'There are 3 commits; the last one, 4f9c2ab, is "correct the heading of the notes".', {
    name: 'a hash that is made up',
    lie: 'no commit has that hash',
  }),
];
