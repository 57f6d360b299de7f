/** A team at work: assembles its board, the runners of its agents and the commands that the board names. */
import { createAuditor } from '../../audit/auditor.ts';
import type { ArtooError } from '../../contracts/errors.ts';
import { watchHeartbeats } from '../../team/agents/heartbeats.ts';
import type { BoardFile } from '../../team/board/file.ts';
import { openBoardFile } from '../../team/board/file.ts';
import type { TeamRole } from '../../team/board/ids.ts';
import type { TeamLine } from '../../team/journal.ts';
import type { Runner } from '../../team/runners/runner.ts';
import { openJournalFacts } from '../../team/supervisor/journal-facts.ts';
import { type SupervisorOptions, supervise, type TeamEnd } from '../../team/supervisor/loop.ts';
import { thisHost } from '../../team/supervisor/surroundings.ts';
import type { Team } from '../../team/supervisor/team.ts';
import type { Site } from '../wiring/rooms.ts';
import { openBoardCommands } from './board-commands.ts';
import { createBuiltInRunner } from './built-in-runner.ts';
import type { ChosenRunners } from './choose-runners.ts';
import { createEscalate } from './escalate.ts';
import { noteTeamFindings } from './note-team-findings.ts';
import { openTeamMemory } from './open-team-memory.ts';
import { paidRunner } from './paid-runner.ts';
import { createTeamPurse } from './team-purse.ts';
import { writeSummary } from './team-report.ts';

export type OpenTeamOptions = {
  /** The repository. */
  readonly root: string;
  readonly site: Site;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How many dollars all turns together may cost; null means no limit. */
  readonly maxUsd?: number | null;
  /** Which runners take turns, by role, in order of preference; without any, turns are built-in. */
  readonly runners?: ChosenRunners | undefined;
  /** Gets every line written to the journal from now on, by whichever process. */
  readonly onLine?: (line: TeamLine) => void;
  /** Gets messages for the person that are not on the board. */
  readonly onAlert: (text: string) => void;
};

export type OpenTeam = AsyncDisposable & {
  readonly team: Team;
  readonly file: BoardFile;
  supervise(options: SupervisorOptions): Promise<TeamEnd>;
  /** Why no model answered in the last built-in turn; undefined if one did. */
  modelAway(): ArtooError | undefined;
};

/** Kinds of changes of a task from which something can be learnt. */
const teaching: ReadonlySet<string> = new Set(['rejected', 'merged', 'blocked', 'rescoped', 'abandoned']);

const isTeaching = (line: TeamLine): boolean => line.kind === 'update' && line.log.some(({ action }) => teaching.has(action));

/** Ends after which a summary of the sprint is written. */
const summed: ReadonlySet<TeamEnd> = new Set(['done', 'checkpoint', 'aborted']);

/** Writes the summary. A failure is only reported: everything is in the board and the journal. */
async function summaryOf({ root, env, alert }: Team, data: string): Promise<void> {
  await writeSummary({ root, data, env }).catch(({ message }: Error) => alert(`.liza/sprint_summary.md could not be written: ${message}`));
}

/** Notes findings in the record. Those that cannot be written now are written by the next `artoo audit` here. */
async function audited({ root, alert }: Team, data: string): Promise<void> {
  const auditor = createAuditor({ data, journals: async () => [] });
  await noteTeamFindings(auditor, root).catch(({ message }: Error) => alert(`the auditor's findings could not be saved: ${message}`));
}

/** Throws `board_missing` if the repository has no team. */
export function openTeam({ root, site, env, maxUsd = null, runners = {}, onLine = () => {}, onAlert }: OpenTeamOptions): OpenTeam {
  const file = openBoardFile({ root, env });
  const commands = openBoardCommands({ root, settings: site.settings, env });
  const purse = createTeamPurse(maxUsd);
  const builtIn = createBuiltInRunner({ root, site, env, onNotice: onAlert, purse });
  const memory = site.settings.task.memory ? openTeamMemory({ root, data: site.settings.data, onNotice: onAlert }) : undefined;
  const learn = (): Promise<void> | undefined => memory && file.read().then(memory.learn, () => {}); // nothing is learnt from an invalid board
  const runnersOf = (role: TeamRole): readonly [Runner, ...Runner[]] => {
    const [first, ...others] = (runners[role] ?? []).map((runner) => (runner === 'built-in' ? builtIn : paidRunner(runner, purse)));
    return [first ?? builtIn, ...others];
  };
  const team: Team = {
    root,
    file,
    ...(memory && { memory }),
    past: openJournalFacts(root, (line) => {
      if (isTeaching(line)) void learn();
      onLine(line);
    }),
    heartbeats: watchHeartbeats(),
    runners: { planner: runnersOf('planner'), coder: runnersOf('coder'), code_reviewer: runnersOf('code_reviewer') },
    keeping: commands.keeping,
    discarding: commands.discarding,
    now: () => new Date(),
    env,
    host: thisHost(),
    looked: new Map(),
    warned: new Set(),
    alert: onAlert,
    escalate: createEscalate({ rules: site.settings.rules, onAlert }),
  };
  return {
    team,
    file,
    modelAway: builtIn.modelAway,
    async supervise(options) {
      await learn(); // learns what a killed process could not save
      const end = await supervise(team, options).finally(() => team.past.read());
      await learn();
      if (site.settings.task.audited) await audited(team, site.settings.data);
      if (summed.has(end)) await summaryOf(team, site.settings.data);
      return end;
    },
    async [Symbol.asyncDispose]() {
      commands.end();
      await builtIn[Symbol.asyncDispose]();
      await memory?.[Symbol.asyncDispose]();
      await file[Symbol.asyncDispose]();
    },
  };
}
