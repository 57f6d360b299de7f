/** Goals that change files. */
import { plausible, type Scene, verifiable } from '../case.ts';

export const timeout: Scene = {
  goal: 'Set the timeout in config.json to 30.',
  files: { 'config.json': '{\n  "name": "relay",\n  "timeout": 10\n}\n' },
  criteria: [verifiable('timeout is 30 in config.json')],
  parts: [
    {
      intent: 'Change the value of timeout in config.json from 10 to 30, and nothing else',
      criteria: [verifiable('config.json holds "timeout": 30')],
      tools: ['read_file', 'edit_file', 'write_file', 'shell'],
    },
  ],
};

/** The same, decided by looking at the file. */
export const checkedTimeout: Scene = {
  ...timeout,
  criteria: [verifiable('timeout is 30 in config.json', { kind: 'json_equals', path: 'config.json', pointer: '/timeout', equals: 30 })],
  parts: timeout.parts.map((part) => ({
    ...part,
    criteria: [verifiable('config.json holds "timeout": 30', { kind: 'file_contains', path: 'config.json', text: '"timeout": 30' })],
  })),
};

/** The same, but the person would be asked about a change. */
export const guardedTimeout: Scene = { ...timeout, guarded: true };

export const ignoring: Scene = {
  goal: 'Make sure that .gitignore ignores node_modules.',
  files: { '.gitignore': 'dist/\nnode_modules/\n*.log\n', 'package.json': '{ "name": "shop" }\n' },
  criteria: [
    verifiable('.gitignore has a line that ignores node_modules', {
      kind: 'file_matches',
      path: '.gitignore',
      pattern: '^/?node_modules/?$',
    }),
  ],
  parts: [
    {
      intent: 'Look whether .gitignore has node_modules, and add it if not',
      criteria: [verifiable('the answer says whether node_modules was in .gitignore already or was added')],
      tools: ['read_file', 'edit_file', 'shell'],
    },
  ],
};
/** The same, with the line missing, and no check. */
export const notIgnoring: Scene = {
  ...ignoring,
  files: { ...ignoring.files, '.gitignore': 'dist/\n*.log\n' },
  criteria: [verifiable('.gitignore has a line that ignores node_modules')],
};

export const renaming: Scene = {
  goal: 'Rename the function fetchUser to loadUser everywhere in src.',
  files: {
    'src/user.js': 'export const fetchUser = (id) => ({ id });\n',
    'src/page.js': "import { fetchUser } from './user.js';\nexport const page = (id) => fetchUser(id).id;\n",
    'src/admin/list.js': "import { fetchUser } from '../user.js';\nexport const list = (ids) => ids.map(fetchUser);\n",
  },
  criteria: [verifiable('fetchUser occurs in no file below src any more')],
  parts: [
    {
      intent: 'Replace fetchUser by loadUser in every file below src',
      criteria: [verifiable('src/user.js defines loadUser, and src/page.js and src/admin/list.js use it')],
      tools: ['shell', 'read_file', 'edit_file', 'glob'],
    },
  ],
};

const packageNames = ['auth', 'billing', 'search'];
export const readmes: Scene = {
  goal: 'Write a README.md for each of the packages auth, billing and search.',
  files: Object.fromEntries(
    packageNames.map((name) => [`packages/${name}/index.js`, `// the ${name} package\nexport const name = '${name}';\n`]),
  ),
  criteria: [verifiable('packages/auth/README.md, packages/billing/README.md and packages/search/README.md exist')],
  parts: [
    {
      intent: 'Write one README.md per package below packages, saying what its index.js exports',
      criteria: [verifiable('each of the three packages has a README.md that names its export')],
      tools: ['read_file', 'write_file', 'glob', 'shell'],
    },
  ],
};

export const headers: Scene = {
  goal: 'Put the line "# SPDX-License-Identifier: MIT" on top of every .py file.',
  files: { 'main.py': 'print("main")\n', 'tools/one.py': 'print("one")\n', 'tools/two.py': 'print("two")\n' },
  criteria: [verifiable('every .py file begins with "# SPDX-License-Identifier: MIT"')],
  parts: [
    {
      intent: 'Add the licence line to main.py, tools/one.py and tools/two.py',
      criteria: [verifiable('main.py, tools/one.py and tools/two.py each hold "SPDX-License-Identifier: MIT" in line 1')],
      tools: ['shell', 'edit_file', 'write_file', 'read_file', 'glob'],
    },
  ],
};

export const greetingInGerman: Scene = {
  goal: 'Translate greeting.md into German and save it as greeting.de.md.',
  files: { 'greeting.md': '# Welcome\n\nThe library opens at 9 and has 3 floors.\n' },
  criteria: [
    verifiable('greeting.de.md exists', { kind: 'file_exists', path: 'greeting.de.md' }),
    plausible('greeting.de.md says in German what greeting.md says'),
  ],
  parts: [
    {
      intent: 'Write a German version of greeting.md to greeting.de.md',
      criteria: [plausible('the German text is complete and reads naturally')],
      tools: ['read_file', 'write_file'],
    },
  ],
};

export const cleaning: Scene = {
  goal: 'Delete the temporary files (*.tmp) in build.',
  files: { 'build/a.tmp': 'a\n', 'build/b.tmp': 'b\n', 'build/app.js': 'run();\n' },
  criteria: [verifiable('build contains no .tmp file any more, and app.js is still there')],
  parts: [
    {
      intent: 'Remove build/a.tmp and build/b.tmp',
      criteria: [verifiable('neither a.tmp nor b.tmp lies in build')],
      tools: ['shell', 'glob'],
    },
  ],
};
/** The same, but the person would be asked about a change. */
export const guardedCleaning: Scene = { ...cleaning, guarded: true };
