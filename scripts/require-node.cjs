// Refuses a Node.js that is too old for RIC in one sentence, before anything is read that it cannot even parse. This file is for
// those versions as well, so it is written as all of them read it. The first import of every script that npm runs.
var fs = require('fs');
var path = require('path');

var engines = JSON.parse(fs.readFileSync(path.join(__dirname, '..', 'package.json'), 'utf8')).engines;
var least = /(\d+)\.(\d+)/.exec(engines.node);
var found = /^v(\d+)\.(\d+)/.exec(process.version);
var difference = Number(found[1]) - Number(least[1]) || Number(found[2]) - Number(least[2]);

if (difference < 0) {
  console.error(
    'RIC needs Node.js ' + least[0] + ' or later, and this is ' + process.version + ': install a newer one.',
  );
  process.exit(1);
}
