/** Why no single rule is offered for a command line, in words for the person. Pure. */
import { plainListOf } from '../commands/line/plain-line.ts';
import { narrowRuleFor } from './narrow-rule.ts';
import { whyNeverAllowed } from './never-allowed.ts';
import { actingCommandsOf } from './rules-for-lines.ts';

/** Undefined if nothing about the line itself prevents a rule. */
export function whyNoRule(line: string, cwd: string): string | undefined {
  if (narrowRuleFor({ tool: 'shell', command: line, cwd }) !== undefined) return undefined;
  const acting = actingCommandsOf(line, cwd);
  if (acting === undefined) return plainListOf(line) === undefined ? notPlain : undefined;
  const distinct = new Set(acting.map((words) => words.join('\0')));
  if (distinct.size > 1) return 'a rule covers one command, and each command of this line would need its own';
  const [command] = acting;
  return command && whyNeverAllowed(command, false);
}

const notPlain =
  'rules cover only plain commands, and this line has more (such as a redirection to a file, a variable, a wildcard, a loop or a substitution)';
