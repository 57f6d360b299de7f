/** What a model call waits for before it is sent again. Pure: the time is given. */
import type { ModelWait } from '../../models/model.ts';
import { span } from '../style/line.ts';
import { type LedLine, labelled } from './layout.ts';
import type { PictureState } from './state.ts';

export const whyWaiting = {
  limited: "rate limit of the model's server",
  asked: "the model's server asks for a pause",
  busy: "the model's server is failing or overloaded",
  closed: "nothing is listening at the model's address; its server may be starting",
  broken_off: "the model's answer was cut off",
} as const satisfies Record<ModelWait['why'], string>;

/** The shortest wait that is worth a line if there is no live region. */
const minSeconds = 5;

/** A silent model is worth a line after 10 s, and then every minute. */
const minuteMs = 60_000;
export const quietMs = 10_000;
const mentions = (ms: number): number => (ms < quietMs ? 0 : 1 + Math.floor(ms / minuteMs));

/** Without a live region: a line that says that a model has not answered, if it has become due since `before`. */
export function silenceLines({ activities }: Pick<PictureState, 'activities'>, before: number, now: number): readonly LedLine[] {
  const silent = activities.flatMap(({ asked }) =>
    asked && mentions(now - asked.since) > mentions(before - asked.since) ? [now - asked.since] : [],
  );
  if (silent.length === 0) return [];
  const models = silent.length === 1 ? 'the model has' : `${silent.length} models have`;
  return [labelled('waits', span(`${models} not answered for ${Math.floor(Math.max(...silent) / 1000)} s`, 'fair'))];
}

/** Without a live region: a line that announces a long wait. */
export function waitLines({ until, why, attempt }: ModelWait, now: number): readonly LedLine[] {
  const seconds = Math.round((until - now) / 1000);
  return seconds < minSeconds ? [] : [labelled('waits', span(`${seconds} s: ${whyWaiting[why]}; then attempt ${attempt}`, 'fair'))];
}
