import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryWithTeam, runTeam } from '../../../test/team/team-repository.ts';

/** An anomaly as another tool writes it. */
const anomaly = (service: string): string =>
  `  - timestamp: "2099-01-01T00:00:00Z"\n    task_id: null\n    logged_by: coder-1\n    type: external_blocker\n    details:\n      blocker_service: ${service}\n`;

test('what other tools logged is analyzed: below the number nothing stops, at it everyone does until the person decides', async () => {
  const root = await repositoryWithTeam();
  const state = join(root, '.liza/state.yaml');
  const bare = readFileSync(state, 'utf8').replace(/^anomalies:.*\n/m, '');
  writeFileSync(state, `${bare}anomalies:\n${anomaly('registry')}`);
  expect(await runTeam(root, ['analyze'])).toMatchObject({ code: 0, out: 'OK: 1 anomaly reported, no pattern.' });
  const checked = readFileSync(state, 'utf8');
  expect(checked).toContain('last_check');
  expect(existsSync(join(root, '.liza/CHECKPOINT'))).toBe(false);

  writeFileSync(state, checked.replace(/^anomalies:\n/m, `anomalies:\n${anomaly('Registry')}`));
  const { code, out } = await runTeam(root, ['analyze']);
  expect(code).toBe(1);
  expect(out).toMatch(/^TRIGGERED: 2 anomalies reported\. .*\n {2}external_service_outage {2}EXTERNAL_DEPENDENCY/);
  expect(existsSync(join(root, '.liza/circuit_breaker_report.md'))).toBe(true);
  expect((await runTeam(root, ['status'])).out).toContain('checkpoint');

  expect(JSON.parse((await runTeam(root, ['analyze', '--json'])).out)).toMatchObject({
    status: 'TRIGGERED',
    patterns: [{ anomalies: 2, tasks: [] }],
  });
  expect((await runTeam(root, ['resume', '--decision', 'CONTINUE', '--because', 'a mirror is used'])).code).toBe(0);
  expect((await runTeam(root, ['replay'])).code).toBe(0);
});
