/** Files at the root of a work tree that git acts on through another program, or that run elsewhere once they are pushed. By their path in it. Pure. */

/** Whether it lists what hooks run: lefthook, pre-commit and similar programs put one hook into git's folder, and it reads this file. */
export const isListOfHooks = (inside: string): boolean => listsOfHooks.test(inside);

/** Whether the next push makes it run, or sends it, with the rights of wherever it is pushed to. */
export const isRunOnPush = (inside: string): boolean => runOnPush.test(inside);

const listsOfHooks =
  /^(?:(?:\.config\/)?\.?lefthook(?:-local)?(?:\.(?:ya?ml|toml|jsonc?)|\/.+)|\.pre-commit-config\.ya?ml|\.overcommit\.yml|\.git-hooks\/.+|\.?simple-git-hooks\.(?:[cm]?js|json)|hk(?:\.local)?\.pkl)$/is;

const runOnPush =
  /^(?:\.(?:github|gitea|forgejo)\/(?:workflows|actions)\/.+|\.gitlab-ci\.ya?ml|\.gitlab\/.+\.ya?ml|\.circleci\/.+|\.buildkite\/.+|\.(?:semaphore|teamcity|tekton|builds)\/.+|\.woodpecker(?:\/.+|\.ya?ml)|\.(?:travis|drone|cirrus|appveyor)\.ya?ml|\.(?:build|readthedocs)\.ya?ml|(?:amplify|appveyor|azure-pipelines|bitbucket-pipelines|cloudbuild|buildspec|codemagic|render)\.ya?ml|netlify\.toml|vercel\.json|Jenkinsfile|\.lfsconfig)$/is;
