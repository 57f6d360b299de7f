# A repository with one of everything that can be lost, and its remote. Run in the folder that holds them, with a git that knows its user.
set -e
git init -q --bare -b main remote.git
git init -q -b main repo
cd repo
git config gc.auto 0
echo v1 > tracked.txt
echo build.log > .gitignore
git add .
git commit -qm 'first'
git tag v0
git pack-refs --all # the tag is in no file of its own
git tag v1
echo v2 > tracked.txt
git commit -qam 'second: delete old'
git branch feature HEAD~1
git remote add origin ../remote.git
git push -q origin main v1
git checkout -q feature
echo feat > tracked.txt
git commit -qam 'feature work'
git checkout -q main
echo dangling > d.txt
git add d.txt
git commit -qm 'named by nothing'
git rev-parse HEAD > ../dangling.id
git reset -q --hard HEAD~1
echo stashed > tracked.txt
git stash -q
echo v2-local-edit > tracked.txt
echo u > untracked.txt
echo l > build.log
printf '#!/bin/sh\nexit 0\n' > .git/hooks/pre-commit
chmod 755 .git/hooks/pre-commit
