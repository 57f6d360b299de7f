/** What a new team consists of, and what its repository means for it. Pure. */
import { visible } from '../../contracts/text/visible.ts';
import type { TeamPlan } from '../../team/init/init-team.ts';
import type { Repository } from '../../team/init/repository.ts';
import { counted } from '../pages.ts';
import { type Line, line, span } from '../style/line.ts';
import { wrapLine } from '../style/wrap-line.ts';

type Made = { readonly repository: Repository; readonly plan: TeamPlan };

export const initLines = ({ repository, plan }: Made, columns = 80): readonly Line[] => [
  [span('A team is ready in '), span(visible(repository.root), 'strong')],
  ...[
    fact('goal', plan.goal),
    fact('spec', plan.spec),
    fact('branch', `${plan.integrationBranch}: approved work is merged into it; merging it into other branches is up to you`),
    fact('tests', testsText(plan)),
    fact('board', '.liza/state.yaml, which git ignores'),
  ].flatMap((each) => wrapLine(each, columns, [span(' '.repeat(indent))])),
  ...notesOn(repository, plan).flatMap((note) => [[], ...wrapLine([span('! ', 'fair'), span(visible(note))], columns, [span('  ')])]),
  [],
  [span('Next: '), span('artoo team plan', 'code')],
];

const indent = 10;

const fact = (name: string, text: string): Line => [span(`  ${name}`.padEnd(indent), 'muted'), span(visible(text))];

function testsText({ testCommand, testCommands }: TeamPlan): string {
  if (testCommand !== undefined) return testCommand;
  return testCommands.length === 0 ? 'no command found' : `${testCommands.join(' or ')}: choose one`;
}

/** What is limited here, and what to do about it. */
export function notesOn({ isShallow, isLinked, hasSubmodules, uncommitted, root }: Repository, plan: TeamPlan): readonly string[] {
  const { spec, testCommand, hasBranch, integrationBranch } = plan;
  const others = uncommitted.filter((path) => path !== spec);
  return [
    ...(uncommitted.includes(spec)
      ? [`${spec} has uncommitted changes. Agents get its current text anyway; commit it before you merge their work.`]
      : []),
    ...(others.length > 0
      ? [
          `${counted(others.length, 'file')} with uncommitted changes: agents start from the last commit and do not see them. What you commit later reaches them once you merge it into ${integrationBranch}.`,
        ]
      : []),
    ...(testCommand === undefined
      ? [
          'Without a test command no code can be approved. Once there are tests, say in .liza/state.yaml how they are run: test_command, under config.artoo.',
        ]
      : []),
    ...(hasBranch ? [`The branch ${integrationBranch} already existed, and stays where it is.`] : []),
    ...(hasSubmodules ? ['There are submodules: they are empty where agents work, and agents cannot change them.'] : []),
    ...(isShallow ? ['This is a shallow clone: agents see only the history that it contains. git fetch --unshallow brings the rest.'] : []),
    ...(isLinked ? [`This is a linked worktree: the team belongs to the folder ${root}.`] : []),
  ];
}

/** The question before a team is set up on a branch other than the usual one. */
export const branchLines = ({ branch }: Pick<Repository, 'branch'>): readonly Line[] => [
  line(
    branch === undefined
      ? 'HEAD is on no branch. The integration branch would begin at this commit.'
      : `You are on the branch ${visible(branch)}, not on main or master. The integration branch would begin there.`,
  ),
];
