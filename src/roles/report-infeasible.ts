/** The tool that is always on offer, for a sub-task that cannot be done. It is not in the toolbox because it touches nothing. */
import type { OfferedTool } from '../contracts/offered-tool.ts';

export const reportInfeasible: OfferedTool = {
  name: 'report_infeasible',
  description: 'Say that the sub-task cannot be done, and why.',
  input: { type: 'object', properties: { reason: { type: 'string' } }, required: ['reason'] },
};
