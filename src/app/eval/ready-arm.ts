/** An arm with everything that its trials are started with. */
import { configure } from '../../config/configure.ts';
import { readyEndpoints, whoIsAsked } from '../../config/models/role-endpoints.ts';
import { type Settings, settingsFrom } from '../../config/settings.ts';
import type { Environment } from '../../tools/running/environment.ts';
import { type RoleModels, roleModels } from '../wiring/role-models.ts';
import type { Arm } from './read-arm.ts';

export type ReadyArm = RoleModels & {
  readonly name: string;
  readonly settings: Settings;
  /** The models in use, in one line. */
  readonly who: string;
  /** What a person should know about its settings. */
  readonly notes: readonly string[];
};

export type ArmSite = {
  /** The data folder of the person, which configures all arms. */
  readonly data: string;
  readonly env: Environment;
  readonly home: string;
  /** A folder without settings of its own. */
  readonly neutral: string;
  readonly signal: AbortSignal;
};

/** Throws `config_invalid` or, without a usable model, `model_unset`. */
export async function readyArm({ name, over }: Arm, { data, env, home, neutral, signal }: ArmSite): Promise<ReadyArm> {
  const configured = await configure({ flags: { data }, env, over, cwd: neutral, home });
  const endpoints = await readyEndpoints(configured, signal);
  return { name, ...roleModels(endpoints), who: whoIsAsked(endpoints), settings: settingsFrom(configured), notes: configured.notes };
}
