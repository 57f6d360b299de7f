/** Puts the outputs of several sub-tasks together and judges the task's own criteria: by code where code can tell, by a judge whose evidence is weighed for the rest (docs/proof.md). */
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { SubTaskOutcome, ToolCall } from '../../contracts/execution.ts';
import type { Json } from '../../contracts/json.ts';
import type { DispatchManifest } from '../../contracts/plan.ts';
import { lastAttempt } from '../../control/calls.ts';
import { askModel } from '../ask-model.ts';
import { joinedOutputs } from '../joined-outputs.ts';
import type { Context } from '../role.ts';
