/** A note that an answer was given without any tool call, so that people do not think it was checked. Pure. */
import type { Cost, FinalResult } from '../../contracts/control.ts';

/** Empty if something was looked up or run. */
export const fromModelAlone = ({ directive }: Pick<FinalResult, 'directive'>, { tool_calls }: Pick<Cost, 'tool_calls'>): string =>
  directive === 'accept' && tool_calls === 0 ? 'Nothing was looked up or run for this answer.' : '';
