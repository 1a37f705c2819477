/** The tests of runs use a queue in Redis. */
process.env.TEST_QUEUE = 'redis';
