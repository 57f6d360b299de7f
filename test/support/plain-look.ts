/** The same result of the look around on every machine, so that tests and golden journals do not depend on the machine they run on. */
import type { LookRequest, Surroundings } from '../../src/contracts/surroundings.ts';
import type { LookAround } from '../../src/tools/look/look-around.ts';

export const plainSurroundings = ({ cwd, workspace }: LookRequest, more: Partial<Surroundings> = {}): Surroundings => ({
  os: 'Linux',
  user: 'ada',
  at: '2026-01-01T00:00:00.000Z',
  time_zone: 'UTC',
  utc_offset_minutes: 0,
  cwd,
  workspace,
  listing: null,
  repository: null,
  project: null,
  programs: [],
  hidden: [],
  instructions: [],
  left_out: [],
  ...more,
});

export const plainLook: LookAround = async (request) => plainSurroundings(request);
