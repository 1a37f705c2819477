import { readFileSync, writeFileSync } from 'node:fs';

/**
 * The part of curl that the documents use, for machines without it: `-s`, `-g`, `-X`, `-H`, `-d`,
 * `-F`, `-o` and an address.
 */
const headers = {};
const form = new FormData();
let url;
let method;
let body;
let file;

/** `name=text`, or `name=@file`. */
function addPart(part) {
  const [, name, isFile, value] = /^(\w+)=(@?)([^]*)$/.exec(part);
  if (isFile) form.append(name, new Blob([readFileSync(value)]), value);
  else form.append(name, value);
  body = form;
}

const words = process.argv.slice(2);
while (words.length > 0) {
  const word = words.shift();
  if (word === '-H') {
    const [name, value] = words.shift().split(': ');
    headers[name] = value;
  } else if (word === '-X') method = words.shift();
  else if (word === '-d') body = words.shift();
  else if (word === '-F') addPart(words.shift());
  else if (word === '-o') file = words.shift();
  else if (!word.startsWith('-')) url = word;
}

method ??= body === undefined ? 'GET' : 'POST';
const response = await fetch(url, { method, headers, body });
const text = await response.text();
if (file === undefined) console.log(text);
else writeFileSync(file, text);
