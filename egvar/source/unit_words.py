"""The words of units, scales and the names that they fit: data of `egvar.source.units`.

May import: nothing.
"""

from __future__ import annotations

# A line: kind, canonical text, other spellings. Spellings with a capital are tried as written before any case is.
UNITS = """
money|$|US$ USD usd dollar dollars us_dollar us_dollars U.S._dollars
money|€|EUR euro euros
money|£|GBP pound pounds pound_sterling pounds_sterling sterling quid
money|¥|JPY yen
money|₹|INR rupee rupees Rs Rs.
money|₩|KRW
money|₽|RUB rouble roubles ruble rubles
money|A$|AUD AU$ australian_dollars
money|C$|CAD CA$ canadian_dollars
money|NZ$|NZD
money|HK$|HKD
money|S$|SGD
money|R$|BRL reais
money|CHF|swiss_francs
money|CNY|RMB yuan renminbi
money|SEK|swedish_kronor
money|NOK|norwegian_kroner
money|DKK|danish_kroner
money|PLN|zloty zł
money|CZK|
money|MXN|
money|ZAR|
money|cents|cent ¢
percent|%|percent percents per_cent pct
points|pp|percentage_point percentage_points pct_points %_points ppt p.p. %-points
points|bp|bps basis_point basis_points
rate|‰|per_mille permille
length|m|metre metres meter meters
length|km|kilometre kilometres kilometer kilometers kms
length|cm|centimetre centimetres centimeter centimeters
length|mm|millimetre millimetres millimeter millimeters
length|µm|micron microns micrometre micrometres micrometer micrometers um
length|nm|nanometre nanometres nanometer nanometers
length|ft|foot feet ft.
length|in|inch inches
length|yd|yard yards yds
length|mi|mile miles mi.
length|nmi|nautical_mile nautical_miles
area|m²|m2 m^2 sqm sq_m sq._m square_metre square_metres square_meter square_meters
area|km²|km2 km^2 sqkm sq_km sq._km square_kilometre square_kilometres square_kilometer square_kilometers
area|cm²|cm2 cm^2 sq_cm square_centimetres square_centimeters
area|ft²|ft2 ft^2 sqft sq_ft sq._ft square_foot square_feet
area|mi²|mi2 mi^2 sqmi sq_mi sq._mi square_mile square_miles
area|ha|hectare hectares
area|ac|acre acres
volume|m³|m3 m^3 cubic_metre cubic_metres cubic_meter cubic_meters
volume|km³|km3 km^3
volume|cm³|cm3 cc cubic_centimetres cubic_centimeters
volume|ft³|ft3 cubic_feet cu_ft
volume|L|litre litres liter liters ltr
volume|ml|millilitre millilitres milliliter milliliters
volume|hl|hectolitre hectolitres
volume|gal|gallon gallons
volume|bbl|barrel barrels bbls
mass|kg|kilogram kilograms kilo kilos kgs kilogramme kilogrammes
mass|g|gram grams gramme grammes
mass|mg|milligram milligrams
mass|µg|microgram micrograms ug mcg
mass|t|tonne tonnes metric_ton metric_tons metric_tonnes
mass|kt|kilotonne kilotonnes
mass|Mt|megatonne megatonnes
mass|ton|tons short_tons
mass|lb|lbs pound pounds lb. lbs.
mass|oz|ounce ounces
mass|st|stone
time|s|sec secs second seconds sec.
time|ms|millisecond milliseconds msec
time|µs|microsecond microseconds
time|ns|nanosecond nanoseconds
time|min|mins minute minutes min.
time|h|hr hrs hour hours
time|d|day days
time|wk|week weeks wks
time|mo|month months mos
time|yr|yrs year years
speed|km/h|kmh kph kmph km/hr kilometres_per_hour kilometers_per_hour
speed|mph|mi/h miles_per_hour
speed|m/s|metres_per_second meters_per_second
speed|kn|knot knots kt/h kts
data|B|byte bytes
data|kB|KB kb kilobyte kilobytes
data|MB|mb megabyte megabytes
data|GB|gb gigabyte gigabytes
data|TB|tb terabyte terabytes
data|KiB|
data|MiB|
data|GiB|
data|Mb|Mbit megabit megabits
data|Gb|Gbit gigabit gigabits
data rate|kbit/s|kbps
data rate|Mbit/s|Mbps megabits_per_second
data rate|Gbit/s|Gbps gigabits_per_second
frequency|Hz|hertz
frequency|kHz|khz
frequency|mHz|
frequency|MHz|mhz
frequency|GHz|
frequency|rpm|
frequency|bpm|
temperature|°C|℃ celsius degC deg_C degrees_celsius
temperature|°F|℉ fahrenheit degF deg_F degrees_fahrenheit
temperature|K|kelvin
angle|°|degree degrees deg
energy|kWh|kilowatt_hours kilowatt-hours
energy|MWh|mwh megawatt_hours
energy|GWh|gigawatt_hours
energy|TWh|terawatt_hours
torque|N·m|Nm newton_metres
energy|J|joule joules
energy|kJ|
energy|mJ|
energy|MJ|
energy|kcal|kilocalories
energy|cal|calorie calories
power|W|watt watts
power|kW|kilowatt kilowatts
power|mW|milliwatts
power|MW|mw megawatt megawatts
power|GW|gigawatt gigawatts
power|hp|bhp horsepower
pressure|hPa|
pressure|kPa|
pressure|mbar|
pressure|psi|
level|dB|decibel decibels
ratio|x|times
count|people|persons inhabitants residents
count|units|unit pcs pieces items
count|pts|
"""
SCALES = {
    "hundred": 2, "hundreds": 2, "thousand": 3, "thousands": 3, "k": 3, "000": 3, "000s": 3, "ths": 3,
    "lakh": 5, "lakhs": 5, "million": 6, "millions": 6, "m": 6, "mn": 6, "mln": 6, "mio": 6, "mil": 6, "mill": 6,
    "crore": 7, "crores": 7, "billion": 9, "billions": 9, "bn": 9, "bln": 9, "b": 9, "mrd": 9, "bil": 9,
    "trillion": 12, "trillions": 12, "tn": 12, "trn": 12,
}  # fmt: skip
SHY = frozenset({"m", "k", "b", "mil", "mm"})  # a scale only beside a currency, or after a name that it fits
MONEY = frozenset(
    """
    revenue revenues sales turnover profit profits income earnings cost costs price prices budget salary salaries wage
    wages gdp debt assets amount value expenses expenditure spending loss losses cash equity gross funding investment
    fee fees payment payments rent tax taxes capex opex ebit ebitda market_cap valuation""".split()
)
COUNTED = frozenset(
    """population populations people inhabitants residents visitors visits employees staff jobs students passengers
    households customers users subscribers voters votes households units downloads views attendance members tourists
    arrivals copies vehicles deaths births cases""".split()
)
LENGTH = frozenset(
    """height elevation altitude length depth width distance prominence diameter radius span throw jump roof size
    wingspan beam draught mark result wavelength range thickness""".split()
)
TIME = frozenset("time duration runtime length delay wait journey travel latency running age period commute".split())
TEMPERATURE = frozenset("temperature temp high low temperatures melting boiling point".split())
RATES = frozenset("rate rates ratio share proportion percentage pct percentages yield margin margins average".split())
