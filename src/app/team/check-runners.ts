/** For the doctor: which programs that can take turns in a team are installed. */
import { type Finding, ok } from '../../config/doctor/finding.ts';
import { findProgram } from '../../team/runners/find-program.ts';
import { knownRunners } from '../../team/runners/known.ts';

const subject = { name: 'team runners', about: 'machine' } as const;

/** Empty if none is installed: a team needs none. */
export function checkRunners(env: Readonly<Record<string, string | undefined>>): readonly Finding[] {
  const installed = Object.entries(knownRunners).filter(([, { command }]) => findProgram(command[0] ?? '', env.PATH ?? ''));
  if (installed.length === 0) return [];
  return [ok(subject, `${installed.map(([name]) => name).join(', ')} can work in a team: artoo team run --coder ${installed[0]?.[0]}`)];
}
