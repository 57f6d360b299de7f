/** The script that runs around a command inside its walls. */
import { openingLines } from './doors.ts';
import { followingLines, tellingAt } from './inner-files.ts';

const gibibyte = 1024 ** 3;

/** How much memory one process may use, how large a file may be, and how many tasks (processes and threads) there may be in total. */
export const processLimits = { dataBytes: 4 * gibibyte, fileBytes: 16 * gibibyte, tasks: 1024 } as const;

/** The command that runs the script inside the walls: the script itself is in the environment, so that a process list does not show it. */
export const asInside = 'eval "$inside"';

/**
 * For a plain shell, whose arguments are the command's own folders. The script reports on descriptor 3 that the walls are up, and waits on descriptor
 * 4 for the command and its additional variables, so that walls can be built before there is a command. It runs the command without these
 * descriptors, and then reports what the command left and its network counters. A command that does not arrive completely is not run. The doors are
 * open before the command begins. `follows`: whether changes applied on the machine are written into the view.
 */
export const insideScript = (ports: readonly number[] = [], follows = false): string =>
  [
    'unset inside',
    '{ echo artoo >/proc/$$/comm; } 2>/dev/null', // so that artoo's processes are not mistaken for the person's in a process list
    `ulimit -d ${processLimits.dataBytes / 1024} 2>/dev/null`,
    `ulimit -f ${processLimits.fileBytes / 512} 2>/dev/null`,
    `{ ulimit -u ${processLimits.tasks} || ulimit -p ${processLimits.tasks}; } 2>/dev/null`,
    'ulimit -c 0 2>/dev/null',
    'count() { for place do for entry in "$place"/* "$place"/.[!.]* "$place"/..?*; do if [ -e "$entry" ] || [ -L "$entry" ]; then found=$((found + 1)); fi; done; done; }',
    'found=0; count "$@"; had=$found',
    ...openingLines(ports),
    'echo inside >&3',
    'read -r given <&4 || exit 1',
    'while [ "$given" -gt 0 ]; do',
    '  read -r more <&4 && IFS= read -r variable <&4 || exit 1',
    '  while [ "$more" -gt 0 ]; do IFS= read -r line <&4 && variable="$variable\n$line" || exit 1; more=$((more - 1)); done',
    '  export "$variable"; given=$((given - 1))',
    'done',
    'command= newline=',
    'while IFS= read -r line <&4; do command="$command$newline$line" newline="\n"; done',
    '[ "$line" = run ] || exit 1',
    ...(follows ? followingLines : []),
    'echo started >&3',
    `/bin/bash --noprofile --norc -c -- "$command" 3>&- 4<&-${follows ? ` 7<&- ${tellingAt}<&-` : ''}`,
    'ended=$?',
    'found=0; count "$@"; echo "left files $((found - had))" >&3',
    `set -- /proc/[0-9]*; echo "left processes $(($# - ${follows ? 3 : 2}))" >&3`,
    '/bin/cat /proc/net/snmp /proc/net/snmp6 >&3 2>/dev/null',
    'exit $ended',
  ].join('\n');

/**
 * A command in the form for which the script waits: the number of additional variables, each of these preceded by the number of its line breaks, and
 * then the lines of the command. Throws for a variable that cannot be passed to a program.
 */
export function asHandedOver(command: string, env: Readonly<Record<string, string>> = {}): string {
  const names = Object.keys(env);
  const broken = names.find((name) => !/^[A-Za-z_]\w*$/.test(name) || env[name]?.includes('\0'));
  if (broken !== undefined) throw new Error(`a command cannot be given the variable ${broken.slice(0, 40)}`);
  const variables = Object.entries(env).flatMap(([name, value]) => [value.split('\n').length - 1, `${name}=${value}`]);
  return [names.length, ...variables, command, 'run'].join('\n');
}
