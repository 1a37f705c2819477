-- Requests of one kind, in whose path and body {1-666} stands for a random number of that range; BENCH_METHOD, BENCH_PATH,
-- BENCH_BODY, BENCH_SEED.
-- They are written before the clock starts, so that the load costs as little as it can beside what it measures.
local written, last = {}, 0
local COUNT = 5000

local function filled(text)
  local draw = function(from, to) return tostring(math.random(tonumber(from), tonumber(to))) end
  return (string.gsub(text, "{(%d+)%-(%d+)}", draw))
end

function init()
  math.randomseed(tonumber(os.getenv("BENCH_SEED")))
  local method, path, body = os.getenv("BENCH_METHOD"), os.getenv("BENCH_PATH"), os.getenv("BENCH_BODY")
  if body then wrk.headers["content-type"] = "application/json" end
  for i = 1, COUNT do
    written[i] = wrk.format(method, filled(path), nil, body and filled(body))
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
