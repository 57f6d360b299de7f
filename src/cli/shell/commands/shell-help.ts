/** The text of `/help`. */
import { type Line, line, span } from '../../../view/style/line.ts';
import { wrapLine } from '../../../view/style/wrap-line.ts';
import { slashCommands } from './slash-commands.ts';

const keys: readonly (readonly [key: string, does: string])[] = [
  ['Enter', 'sends; while a task runs, what you send waits until it ends'],
  ['Tab', 'completes; while a task runs, sends what you wrote to that task'],
  ['Ctrl+J, Alt+Enter', 'a new line'],
  ['Up, Down, Ctrl+R', 'recalls what you sent before'],
  ['Esc', 'stops the task; /resume continues it'],
  ['Ctrl+C', 'clears the line, then stops the task, then exits'],
  ['Ctrl+G', 'opens your editor'],
  ['Ctrl+T', 'shows everything so far in your pager'],
  ['Ctrl+L', 'redraws the screen'],
  ['Ctrl+Z', 'suspends artoo; fg brings it back'],
  ['Ctrl+D', 'exits'],
];

const starts: readonly (readonly [start: string, means: string])[] = [
  ['@path', 'names a file'],
  ['/name goal', 'follows the skill of that name; /skills lists them'],
  ['@server:uri', 'includes a resource of an MCP server'],
  ['/server:prompt', "fills in a server's prompt, for you to send"],
  ['!command', 'tries a command: you first see what it would change'],
];

/** Wrapped texts are aligned with their own beginning. */
export function shellHelp(columns = Number.POSITIVE_INFINITY): readonly Line[] {
  const commands = slashCommands.map(({ name, takes, summary }) => [`/${name}${takes === undefined ? '' : ` ${takes}`}`, summary] as const);
  const column = Math.max(...[...commands, ...keys, ...starts].map(([head]) => head.length)) + 4;
  const rows = (pairs: readonly (readonly [string, string])[]): readonly Line[] =>
    pairs.flatMap(([head, text]) =>
      wrapLine([span(`  ${head}`.padEnd(column), 'accent'), span(text)], columns, [span(' '.repeat(columns < minColumns ? 4 : column))]),
    );
  return [
    line('Say what you want done, in plain words.'),
    ...rows(starts),
    [],
    line('Commands', 'strong'),
    ...rows(commands),
    [],
    line('Keys', 'strong'),
    ...rows(keys),
  ];
}

/** Below this width, text has too little room next to what it explains. */
const minColumns = 60;
