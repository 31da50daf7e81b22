-- Players and their games: 10,000 with all of theirs, and what is asked of the games of all.
local common = require "common"
local workloads = {}

local function add_up(games, count, durations)
  for i = 1, #games do durations = durations + games[i].duration end
  return count + #games, durations
end

-- One query for each player, while the players stream.
function workloads.lazy()
  local players = common.players():where { id = is.at_most(10000) }
  return common.timed(function()
    local number, count, durations = 0, 0, 0.0
    for p in players:iterate() do
      number = number + 1
      count, durations = add_up(p.games:fetch(), count, durations)
    end
    return ("%d:%d:%.0f"):format(number, count, durations)
  end)
end

function workloads.eager()
  local players = common.players():where({ id = is.at_most(10000) }):with "games"
  return common.timed(function()
    local list, count, durations = players:fetch(), 0, 0.0
    for i = 1, #list do
      count, durations = add_up(list[i].games:fetch(), count, durations)
    end
    return ("%d:%d:%.0f"):format(#list, count, durations)
  end)
end

-- A subquery over a relation to many.
function workloads.related()
  local players = common.players():where { games = { duration = is.greater(89) } }
  local list, seconds = common.timed(function() return players:fetch() end)
  return common.order(list), seconds
end

function workloads.counts()
  local players = common.players():annotate { played = "count games" }
  return common.timed(function()
    local list, sum = players:fetch(), 0
    for i = 1, #list do sum = sum + list[i].played end
    return ("%d:%d"):format(#list, sum)
  end)
end

function workloads.products()
  local games = Game:on(common.database())
  return common.timed(function() return ("%.0f"):format(games:sum "duration * player") end)
end

return workloads
