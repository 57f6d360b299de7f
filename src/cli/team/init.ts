/** `artoo team init`: sets up a team in the repository around this folder. */
import { initTeam, planTeam } from '../../team/init/init-team.ts';
import { lookAtRepository } from '../../team/init/repository.ts';
import { branchLines, initLines, notesOn } from '../../view/team/init-lines.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { tell } from '../terminal/report.ts';
import { isAgreed } from './agree.ts';

const usualBranches: readonly (string | undefined)[] = ['main', 'master'];

export async function init(called: CalledPart): Promise<number> {
  const { words, terminal } = called;
  const [goal = '', spec = 'specs/vision.md'] = words;
  const repository = await lookAtRepository(terminal.cwd, spec);
  const plan = await planTeam(repository, goal, spec);
  const isMeant = usualBranches.includes(repository.branch) || (await isAgreed(called, branchLines(repository), 'Set up the team here?'));
  if (!isMeant) {
    terminal.note('No team was set up.');
    return exits.failed;
  }
  await initTeam(repository, plan, new Date());
  const { testCommands, hasBranch: _, ...made } = plan;
  const result = { root: repository.root, ...made, testCommands, notes: notesOn(repository, plan) };
  return tell(called, result, (columns) => initLines({ repository, plan }, columns));
}
