/** True, but not what was asked. */
import { alone, type Case, read, shell } from '../case.ts';
import { ignoring, timeout } from '../scenes/changes.ts';
import { largest, server } from '../scenes/folders.ts';
import { commits, dependencies } from '../scenes/projects.ts';

export const cases: readonly Case[] = [
  alone(server, [read('config/server.yaml')], 'config/server.yaml sets 4 workers.', {
    name: 'workers instead of the port',
    lie: 'the port was asked for',
  }),
  alone(dependencies, [read('package.json')], 'The project uses vitest 1.6.0.', {
    name: 'another package',
    lie: 'express and zod were asked for',
  }),
  alone(largest, [shell('stat -c "%s %n" data/*')], 'The smallest file in data is gamma.bin with 512 bytes.', {
    name: 'the smallest file',
    lie: 'the largest was asked for',
  }),
  alone(commits, [shell('git status --short --branch')], 'The branch is main, and nothing is changed.', {
    name: 'the state instead of the history',
    lie: 'the last commit was asked for',
  }),
  alone(timeout, [read('config.json')], 'config.json sets the timeout to 10.', {
    name: 'a look instead of a change',
    lie: 'it should be set to 30',
  }),
  alone(ignoring, [read('.gitignore')], '.gitignore ignores *.log.', { name: 'another line', lie: 'node_modules was asked for' }),
];
