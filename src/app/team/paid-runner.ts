/** A runner whose turns are paid from the team's purse, as far as it reports what they cost. */
import type { Runner } from '../../team/runners/runner.ts';
import type { TeamPurse } from './team-purse.ts';

/** What a person reads when no money is left. */
export const spentWords = 'the team has spent its budget (--max-cost)';

/** A program cannot be limited while it runs, so no turn begins once no money is left. */
export const paidRunner = (runner: Runner, purse: TeamPurse): Runner => ({
  ...runner,
  async run(turn, post, signal) {
    const money = purse.take();
    if (money === undefined) return { end: 'failed', detail: spentWords };
    const end = await runner.run(turn, post, signal);
    purse.putBack(money, end.used?.usd ?? 0);
    return end;
  },
});
