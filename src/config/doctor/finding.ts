/** A finding of the doctor: one fact about the machine or about a model, and what a person can do about it. */

export type Finding = {
  readonly name: string;
  readonly about: 'machine' | 'model';
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  readonly hint?: string;
};

/** What is checked. */
export type Subject = Pick<Finding, 'name' | 'about'>;

export const ok = (subject: Subject, detail: string): Finding => ({ ...subject, state: 'ok', detail });
export const warning = (subject: Subject, detail: string, hint?: string): Finding =>
  hint === undefined ? { ...subject, state: 'warning', detail } : { ...subject, state: 'warning', detail, hint };
export const failed = (subject: Subject, detail: string, hint: string): Finding => ({ ...subject, state: 'failed', detail, hint });
