/** As much of curl as the README uses, for machines without it: `-s`, `-g`, `-H`, `-d` and an address. */
const headers = {};
let url;
let body;
const words = process.argv.slice(2);
while (words.length > 0) {
  const word = words.shift();
  if (word === '-H') {
    const [name, value] = words.shift().split(': ');
    headers[name] = value;
  } else if (word === '-d') body = words.shift();
  else if (!word.startsWith('-')) url = word;
}

const answer = await fetch(url, { method: body === undefined ? 'GET' : 'POST', headers, body });
console.log(await answer.text());
