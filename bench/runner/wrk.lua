-- Requests of one kind, in whose path and body {1-666} stands for a random number of that range; BENCH_METHOD, BENCH_PATH,
-- BENCH_BODY, BENCH_SEED; BENCH_TOKENS are those of the callers, who take turns.
-- They are written before the clock starts, so that the load costs as little as it can beside what it measures.
local written, last = {}, 0
local COUNT = 5000

local function filled(text)
  local draw = function(from, to) return tostring(math.random(tonumber(from), tonumber(to))) end
  return (string.gsub(text, "{(%d+)%-(%d+)}", draw))
end

local function headersOf(token, hasBody)
  return {
    ["accept"] = "application/json",
    ["content-type"] = hasBody and "application/json" or nil,
    ["authorization"] = token and "Bearer " .. token or nil,
  }
end

function init()
  math.randomseed(tonumber(os.getenv("BENCH_SEED")))
  local method, path, body = os.getenv("BENCH_METHOD"), os.getenv("BENCH_PATH"), os.getenv("BENCH_BODY")
  local tokens = {}
  for token in string.gmatch(os.getenv("BENCH_TOKENS"), "%S+") do tokens[#tokens + 1] = token end
  for i = 1, COUNT do
    local headers = headersOf(tokens[#tokens > 0 and i % #tokens + 1], body ~= nil)
    written[i] = wrk.format(method, filled(path), headers, body and filled(body))
  end
end

function request()
  last = last % COUNT + 1
  return written[last]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format('JSON{"requests":%d,"microseconds":%d,"bytes":%d,"refused":%d,"broken":%d,"p50":%.3f,"p99":%.3f}\n',
    summary.requests, summary.duration, summary.bytes, e.status, e.connect + e.read + e.write + e.timeout,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
