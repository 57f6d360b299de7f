/** Goals that take several sub-tasks, whose outputs are merged. */
import { plausible, type Scene, verifiable } from '../case.ts';

export const settings: Scene = {
  goal: 'Compare staging.ini and production.ini: which workers and memory does each have?',
  files: { 'staging.ini': 'workers = 2\nmemory = 512\n', 'production.ini': 'workers = 16\nmemory = 4096\n' },
  criteria: [verifiable('the answer gives workers and memory of staging.ini and of production.ini')],
  parts: [
    {
      intent: 'Read staging.ini',
      criteria: [verifiable('workers and memory of staging.ini are named')],
      tools: ['read_file', 'shell'],
    },
    {
      intent: 'Read production.ini',
      criteria: [verifiable('workers and memory of production.ini are named')],
      tools: ['read_file', 'shell'],
    },
  ],
};

export const services: Scene = {
  goal: 'Describe the services api and web in one paragraph: language and port of each.',
  files: {
    'api/service.yaml': 'name: api\nlanguage: Go\nport: 7001\n',
    'web/service.yaml': 'name: web\nlanguage: TypeScript\nport: 7002\n',
  },
  criteria: [verifiable('language and port of api and web are given as in their service.yaml'), plausible('it is one paragraph')],
  parts: [
    {
      intent: 'Find out language and port of the service in api/service.yaml',
      criteria: [verifiable('language and port of api are those of api/service.yaml')],
      tools: ['read_file'],
    },
    {
      intent: 'Find out language and port of the service in web/service.yaml',
      criteria: [verifiable('language and port of web are those of web/service.yaml')],
      tools: ['read_file'],
    },
  ],
};

/** The second sub-task needs what the first one found. */
export const inventory: Scene = {
  goal: 'Count the .md files below docs and write the number into docs-count.txt.',
  files: { 'docs/a.md': '# A\n', 'docs/b.md': '# B\n', 'docs/deep/c.md': '# C\n', 'docs/picture.svg': '<svg/>\n' },
  criteria: [verifiable('docs-count.txt holds the number of .md files below docs')],
  parts: [
    {
      intent: 'Count the .md files in docs and its subfolders',
      criteria: [verifiable('the count is that of all .md files below docs')],
      tools: ['shell', 'glob'],
      sequence: 1,
    },
    {
      intent: 'Write the count that was found into docs-count.txt',
      criteria: [verifiable('docs-count.txt exists and holds that number', { kind: 'file_exists', path: 'docs-count.txt' })],
      tools: ['write_file', 'read_file'],
      sequence: 2,
    },
  ],
};
