const Driver = require('better-sqlite3');

/** The driver, in a thread that ends when it should prepare the statement `end`. */
module.exports = class EndingDriver extends Driver {
  prepare(sql) {
    if (sql === 'end') process.exit(1);
    return super.prepare(sql);
  }
};
