-- Requests of one path, in which {1-666} stands for a random number of that range; BENCH_PATH, BENCH_SEED.
-- They are written before the clock starts, so that the load costs as little as it can beside what it measures.
local written, last = {}, 0
local COUNT = 5000

function init()
  math.randomseed(tonumber(os.getenv("BENCH_SEED")))
  local draw = function(from, to) return tostring(math.random(tonumber(from), tonumber(to))) end
  for i = 1, COUNT do
    written[i] = wrk.format("GET", (string.gsub(os.getenv("BENCH_PATH"), "{(%d+)%-(%d+)}", draw)))
  end
end

function request()
  last = last % COUNT + 1
  return written[last]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format('JSON{"requests":%d,"microseconds":%d,"refused":%d,"broken":%d,"p50":%.3f,"p99":%.3f}\n',
    summary.requests, summary.duration, e.status, e.connect + e.read + e.write + e.timeout,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
