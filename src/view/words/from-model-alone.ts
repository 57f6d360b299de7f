/** Says of an answer for which no tool was called that nothing backs it, so that it is not taken for checked. Pure. */
import type { Cost, FinalResult } from '../../contracts/control.ts';

/** Empty if something was looked up or run. */
export const fromModelAlone = ({ directive }: Pick<FinalResult, 'directive'>, { tool_calls }: Pick<Cost, 'tool_calls'>): string =>
  directive === 'accept' && tool_calls === 0 ? 'Nothing was looked up or run for this answer.' : '';
