-- The walk over the tables above: reads headers as the graph announces them, as ibpkt does.

local ibpkt = Proto("ibpkt", "What ibpkt knows")
local fields = {}
for place, row in ipairs(FIELDS) do
  local name, label, kind, enum, shown, doc = row[1], row[2], row[3], row[4], row[5], row[6]
  if kind == ftypes.NONE then
    fields[place] = ProtoField.none(name, label, doc)
  elseif kind == ftypes.BOOLEAN then
    fields[place] = ProtoField.bool(name, label, base.NONE, nil, nil, doc)
  else
    fields[place] = ProtoField.new(label, name, kind, ENUMS[enum], shown, nil, doc)
  end
end
ibpkt.fields = fields

local encapsulation_field = Field.new("frame.encap_type")
local record_type_field = Field.new(RECORD.type)

-- a number of up to 32 bits, or a UInt64
local function whole(tvb, bit, width, little)
  local first = math.floor(bit / 8)
  local range = tvb:range(first, math.floor((bit + width + 7) / 8) - first)
  if little then
    return width <= 32 and range:le_uint() or range:le_uint64()
  end
  return range:bitfield(bit - first * 8, width)
end

-- one packet: its bytes, the layers read so far, and where its parts end
local Packet = {}
Packet.__index = Packet

function Packet.new(tvb)
  local packet = {
    tvb = tvb, position = 0, captured = tvb:captured_len(), wire = tvb:reported_len(),
    claim = nil, link_claim = nil, icrc = nil, layers = {}, innermost = {}, disagreements = {}, partial = false,
  }
  return setmetatable(packet, Packet)
end

function Packet:ends()
  return self.claim and math.min(self.claim, self.wire) or self.wire
end

-- the value of a leaf of a layer; nil where there is none
function Packet:value(layer, name)
  local leaf = layer.header.by_name[name]
  if not leaf or leaf.how ~= "number" and leaf.how ~= "flag" and not leaf.inputs then return nil end
  if leaf.when and tostring(self:value(layer, leaf.when[1])) ~= tostring(leaf.when[2]) then return nil end
  if leaf.inputs then
    local inputs = {}
    for place, input in ipairs(leaf.inputs) do
      inputs[place] = tostring(self:value(layer, input))
    end
    return leaf.values[table.concat(inputs, ",")]
  end
  return whole(self.tvb, layer.at * 8 + leaf.bit, leaf.width, leaf.little)
end

-- the value of a leaf of the innermost header of its kind, as text; nil where there is none
function Packet:key(place)
  local layer = self.innermost[place[1]]
  local value = layer and self:value(layer, place[2])
  return value ~= nil and tostring(value) or nil
end

function Packet:number(place)
  return tonumber(self:key(place) or "0")
end

function Packet:stops(sentence)
  self.stop = self.stop or sentence
end

function Packet:unknown(name)
  local there = math.max(0, math.min(self:ends(), self.captured) - self.position)
  self.ignorant = true
  self:stops(string.format("what follows %s at byte %d is not known (%d bytes)", name, self.position, there))
end

function Packet:needs(what, name, at, needed, had)
  self:stops(string.format("%s: %s at byte %d needs %d bytes, %d are there", what, name, at, needed, had))
end

function Packet:disagree(name, field, says, there)
  table.insert(self.disagreements, string.format("%s %s says %d bytes, there are %d", name, field, says, there))
end

-- where a capacity ends
function Packet:limit(room)
  if not room.length or not room.told or self:key(room.told.leaf) ~= room.told.value then return self:ends() end
  return self.innermost[room.start].at + self:number(room.length)
end

-- a chain of headers where it fits, else none
function Packet:within(room, chain)
  local last = self.layers[#self.layers]
  if room.length and room.told and last.key == room.start and self:key(room.told.leaf) == room.told.value then
    local says, available = self:number(room.length), self:ends() - last.at
    if says > available then
      self:disagree(HEADERS[room.length[1]].name, room.length[2], says, available)
    end
  end
  local size = 0
  for _, key in ipairs(chain) do size = size + HEADERS[key].size end
  return self.position + size <= self:limit(room) and chain or {}
end

-- the next header of a table, after the gap before it; nothing where the table ends
function Packet:repeated(rule)
  local last, stride = self.layers[#self.layers], rule.stride
  local units = math.floor((self:number(stride.leaf) * stride.unit - last.header.size) / stride.unit)
  if units < 0 then
    local same = 0
    for _, layer in ipairs(self.layers) do
      if layer.key == last.key then same = same + 1 end
    end
    if same == 1 and self.position < self:limit(rule.room) then
      local says = last.header.size + units * stride.unit
      self:disagree(HEADERS[stride.leaf[1]].name, stride.field, says, last.header.size)
    end
    return {}
  end
  local chain = {}
  for _ = 1, units do table.insert(chain, stride.gap) end
  for _, key in ipairs(CHAINS[rule.values["0"]]) do table.insert(chain, key) end
  return self:within(rule.room, chain)
end

-- what a rule looks up; nil where that is not there, false where the capture has cut it
function Packet:looked_up(rule)
  if rule.peek then
    local size = math.floor((rule.peek + 7) / 8)
    if self.position + size > self.captured then
      if self.position + size > self:ends() then return nil end
      local last = self.layers[#self.layers]
      self:needs("cut by the capture", last and last.header.name or "the first header", self.position, size,
        math.max(0, self.captured - self.position))
      return false
    end
    return tostring(whole(self.tvb, self.position * 8, rule.peek))
  end
  if not rule.on then return "0" end
  local values = {}
  for place, leaf in ipairs(rule.on) do
    values[place] = self:key(leaf)
    if not values[place] then return nil end
  end
  return table.concat(values, ",")
end

function Packet:applies(rule)
  if rule.require and self:key(rule.require.leaf) ~= rule.require.value then return false end
  if rule.behind and not self.innermost[rule.behind] then return false end
  if not rule.times then return true end
  local told, come = self:key(rule.times.leaf), 0
  for place = #self.layers, 1, -1 do
    local key = self.layers[place].key
    if key == rule.times.leaf[1] then break end
    if key == rule.times.first then come = come + 1 end
  end
  return told ~= nil and tonumber(told) > come
end

function Packet:announced(rules)
  for _, rule in ipairs(rules) do
    if self:applies(rule) then
      if rule.stride then return self:repeated(rule) end
      local key = self:looked_up(rule)
      if key == false then return {} end
      local chain = key and rule.values[key] or rule.otherwise
      if chain then return rule.room and self:within(rule.room, CHAINS[chain]) or CHAINS[chain] end
    end
  end
  return nil
end

function Packet:fits(header, at, size)
  if #self.layers >= SPECIAL.depth or at + size > self:ends() then
    self:needs("malformed", header.name, at, size, math.max(0, self:ends() - at))
  elseif at + size > self.captured then
    self:needs("cut by the capture", header.name, at, size, math.max(0, self.captured - at))
  else
    return true
  end
  return false
end

function Packet:extent(layer)
  local extent = layer.header.extent
  local value = self:value(layer, extent.field)
  if extent.zero and value == 0 then return end
  local says = value * extent.scale + extent.add
  local available = (self.claim or self.wire) - layer.at
  local wrong
  if says > available then
    wrong = not self.partial
  elseif not self.claim then
    wrong = extent.behind and available ~= says and available - says ~= extent.behind
  else
    wrong = not extent.loose and says ~= available
  end
  if wrong or says < layer.size then self:disagree(layer.header.name, extent.field, says, available) end
  if says < layer.size or (self.claim and (extent.yields or says > available)) then return end
  self.claim = layer.at + says
end

function Packet:read(key)
  local header, at = HEADERS[key], self.position
  if not self:fits(header, at, header.size) then return end
  local layer = { key = key, header = header, at = at, size = header.size }
  if header.tail then
    local size = self:value(layer, header.tail.field) * header.tail.scale + header.tail.add
    size = size + (header.tail.add - size) % header.tail.align
    if size < header.size then
      self:needs("malformed", header.name, at, header.size, math.max(size, 0))
    elseif self:fits(header, at, size) then
      layer.size = size
    else
      layer.size = math.max(header.size, math.min(self:ends(), self.captured) - at)
    end
  end
  self.innermost[key] = layer
  table.insert(self.layers, layer)
  self.position = at + layer.size
  if header.extent then self:extent(layer) end
  if key == SPECIAL.link then self.link_claim = self.claim end
  if header.partial and self:number({ key, header.partial }) ~= 0 then self.partial = true end
  if key == SPECIAL.transport then
    self.claim = self.claim or self.wire
    local size = HEADERS[SPECIAL.icrc].size
    if self.position <= self.claim - size then
      self.claim = self.claim - size  -- the headers that follow leave the ICRC alone
      self.icrc = self.claim
    end
  end
end

function Packet:walk(chain)
  local queue = {}
  for _, key in ipairs(chain) do table.insert(queue, key) end
  while #queue > 0 and not self.stop do
    local key = table.remove(queue, 1)
    self:read(key)
    local rules = HEADERS[key].rules
    if not self.stop and #queue == 0 and rules then
      local announced = self:announced(rules)
      if announced then
        for _, following in ipairs(announced) do table.insert(queue, following) end
      else
        self:unknown(HEADERS[key].name)
      end
    end
  end
end

-- the CRCs that the capture holds, and the payload and the pad before them
function Packet:close()
  local body, pad, crcs = self:ends(), 0, {}
  local transport = self.innermost[SPECIAL.transport]
  if transport then
    if self.icrc and not self.partial then crcs[SPECIAL.icrc] = self.icrc end
    if not self.stop or self.ignorant then
      pad = self:value(transport, SPECIAL.pad)
      if body - pad < self.position then
        self:disagree(transport.header.name, SPECIAL.pad, pad, math.max(0, body - self.position))
        pad = 0
      end
    end
  end
  if self.innermost[SPECIAL.flow] then
    crcs[SPECIAL.lpcrc] = self.position
    body = self.position
  end
  if self.link_claim then crcs[SPECIAL.vcrc] = self.link_claim end
  for key, at in pairs(crcs) do
    if at + HEADERS[key].size > math.min(self.wire, self.captured) then crcs[key] = nil end
  end
  body = math.max(self.position, body)
  self.crcs, self.payload_end, self.pad_end = crcs, body - pad, body
end

-- text up to the zero bytes that fill it; bytes that are no printable ASCII show as \xNN
local function escaped(range)
  local text = range:bytes():raw():gsub("\0+$", "")
  return (text:gsub(".", function(char)
    local byte = char:byte()
    return (byte < 32 or byte > 126 or char == "\\") and string.format("\\x%02x", byte) or char
  end))
end

-- one value of a leaf in the tree
local function add_value(tvb, tree, leaf, bit)
  local first = math.floor(bit / 8)
  local range = tvb:range(first, math.floor((bit + leaf.width + 7) / 8) - first)
  local field = fields[leaf.field]
  if leaf.how == "range" then
    tree:add(field, range)
  elseif leaf.how == "text" then
    tree:add(field, range, escaped(range))
  else
    local value = whole(tvb, bit, leaf.width, leaf.little)
    if leaf.how == "flag" then
      value = tostring(value) ~= "0"
    elseif FIELDS[leaf.field][3] == ftypes.UINT64 and type(value) == "number" then
      value = UInt64.new(value)
    end
    tree:add(field, range, value)
  end
end

local function add_leaf(packet, tree, layer, leaf)
  if leaf.when and tostring(packet:value(layer, leaf.when[1])) ~= tostring(leaf.when[2]) then return end
  if leaf.inputs then
    local value = packet:value(layer, leaf.name)
    if value ~= nil then
      if FIELDS[leaf.field][3] == ftypes.UINT64 then value = UInt64.new(value) end
      tree:add(fields[leaf.field], packet.tvb:range(layer.at, layer.size), value):set_generated()
    end
  elseif leaf.how == "tail" then
    if layer.size > layer.header.size then
      tree:add(fields[leaf.field], packet.tvb:range(layer.at + layer.header.size, layer.size - layer.header.size))
    end
  else
    for row = 0, (leaf.count or 1) - 1 do
      add_value(packet.tvb, tree, leaf, layer.at * 8 + leaf.bit + row * (leaf.stride or 0))
    end
  end
end

local function add_layer(packet, tree, layer)
  local range = packet.tvb:range(layer.at, layer.size)
  local item
  if layer.header.field > 0 then
    item = tree:add(fields[layer.header.field], range)
  else
    item = tree:add(ibpkt, range)
  end
  item:set_text(string.format("%s (%s), %d bytes", layer.header.title, layer.header.name, layer.size))
  for _, leaf in ipairs(layer.header.leaves) do add_leaf(packet, item, layer, leaf) end
end

local function add_bytes(packet, tree, field, first, last)
  last = math.min(last, packet.captured)
  if last > first then tree:add(fields[field], packet.tvb:range(first, last - first)) end
end

local function show(packet, tree)
  local names, infiniband = {}, false
  for _, layer in ipairs(packet.layers) do
    table.insert(names, layer.header.name)
    infiniband = infiniband or layer.header.infiniband
  end
  local root = tree:add(ibpkt, packet.tvb(), "ibpkt: " .. table.concat(names, "/"))
  for _, layer in ipairs(packet.layers) do add_layer(packet, root, layer) end
  add_bytes(packet, root, infiniband and PARTS.infiniband or PARTS.other, packet.position, packet.payload_end)
  if infiniband then add_bytes(packet, root, PARTS.pad, packet.payload_end, packet.pad_end) end
  for key, at in pairs(packet.crcs) do
    local header = HEADERS[key]
    add_layer(packet, root, { key = key, header = header, at = at, size = header.size })
  end
  if packet.stop then root:add(fields[PARTS.stop], packet.stop):set_generated() end
  for _, sentence in ipairs(packet.disagreements) do
    root:add(fields[PARTS.disagreement], sentence):set_generated()
  end
end

for _, header in pairs(HEADERS) do
  header.by_name = {}
  for _, leaf in ipairs(header.leaves) do header.by_name[leaf.name] = leaf end
end

function ibpkt.dissector(tvb, pinfo, tree)
  local found = encapsulation_field()
  local start = found and STARTS[found.value]
  local packet = Packet.new(tvb)
  local chain
  if start then
    chain = packet:announced({ start })
  elseif found and found.value == RECORD.encapsulation then
    local kind = record_type_field()
    chain = kind and CHAINS[RECORD.values[kind.value]]
  end
  if not chain then return end
  packet:walk(chain)
  packet:close()
  show(packet, tree)
end

register_postdissector(ibpkt)
