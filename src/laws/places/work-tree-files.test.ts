import { expect, test } from 'vitest';
import { isListOfHooks, isRunOnPush } from './work-tree-files.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

test.each(
  words(
    'lefthook.yml .lefthook.yaml lefthook-local.yml .lefthook/pre-commit/x.sh .config/lefthook.toml .pre-commit-config.yaml .overcommit.yml .git-hooks/pre_commit/x.rb hk.pkl',
  ),
)('%s lists what hooks run', (path) => {
  expect(isListOfHooks(path)).toBe(true);
});

test.each(
  words(
    '.github/workflows/ci.yml .GitHub/Workflows/ci.yml .github/actions/x/action.yml .gitea/workflows/x.yaml .gitlab-ci.yml .gitlab/ci/x.yml .circleci/config.yml Jenkinsfile azure-pipelines.yml .lfsconfig .woodpecker.yml .semaphore/semaphore.yml .tekton/push.yaml .build.yml .readthedocs.yaml netlify.toml vercel.json',
  ),
)('%s runs or is sent on a push', (path) => {
  expect(isRunOnPush(path)).toBe(true);
});

test.each(
  words(
    'src/.github/workflows/ci.yml packages/a/lefthook.yml .github/CODEOWNERS .github/dependabot.yml .gitlab/issue_templates/x.md docs/Jenkinsfile lefthook.ts package.json .gitattributes hk/x',
  ),
)('%s does neither', (path) => {
  expect([isListOfHooks(path), isRunOnPush(path)]).toEqual([false, false]);
});
