"""Everyday claims, set A. `python3 a.py` writes a.jsonl; each label is asserted."""
import os,sys; here=os.path.dirname(os.path.abspath(__file__)); sys.path.insert(0,here)
from lib import Table,write,num
S,R,U='supports','refutes','undecidable'
G=[]
def I(x): return int(x) if float(x).is_integer() else round(x,6)
def rank(d,n,low=False):
    """The key in n-th place (1 = highest, or lowest when low); asserts no tie there."""
    o=sorted(d,key=lambda k:d[k] if low else -d[k]); assert sum(d[k]==d[o[n-1]] for k in o)==1,(d,n); return o[n-1]
def mx(d): return rank(d,1)
def mn(d): return rank(d,1,True)
def pct(a,b,n=0): return round(100*a/b,n)
def grow(a,b,n=0): return round(100*(b/a-1),n)
# 1 headcount, a department called IT, Total row
t=Table(['Department','Women','Men','Total','Part-time','Average age','Hires in 2024'],[
 ['IT','14','41','55','6','36.2','9'],['Sales','33','29','62','8','38.9','11'],['HR','11','3','14','5','41.5','1'],['Finance','13','12','25','4','44.0','2'],['Production','38','106','144','17','42.7','15'],['Customer service','27','13','40','19','34.8','12'],['Total','136','204','340','59','40.1','50']],'Headcount at 31 December 2024')
K=t.keys(); C=lambda c:{k:t.v(k,c) for k in K}; V=t.v; w,m,h,pt,ag,hi=map(C,t.columns[1:])
G.append((t,[
 ('lookup','IT employs 55 people, 14 of whom are women.',S,V('IT','Total')==55 and V('IT','Women')==14),
 ('superlative','With a staff of 144, Production is our largest department.',S,mx(h)=='Production' and h['Production']==144),
 ('lookup','Customer service took on 15 people in 2024.',R,hi['Customer service']==15),
 ('superlative','On average, IT has the youngest staff.',R,mn(ag)=='IT'),
 ('count','Women outnumber men in four of the six departments.',S,len(K)==6 and sum(w[k]>m[k] for k in K)==4),
 ('share','Men make up 60% of the workforce.',S,pct(V('Total','Men'),V('Total','Total'),1)==60),
 ('share','Women account for 45% of all staff.',R,pct(V('Total','Women'),V('Total','Total'))==45),
 ('share','Nearly half of those in customer service work part-time.',S,45<=pct(pt['Customer service'],h['Customer service'],1)<50),
 ('combined','Finance and HR together have 39 employees.',S,h['Finance']+h['HR']==39),
 ('combined','Sales and Production hired 24 people between them in 2024.',R,hi['Sales']+hi['Production']==24),
 ('conditional','Leaving Production aside, the company has exactly as many women as men.',S,sum(w[k]-m[k] for k in K if k!='Production')==0),
 ('only','HR was the only department to hire fewer than two people.',S,[k for k in K if hi[k]<2]==['HR']),
 ('all','Apart from HR, every department has more than 13 women.',R,all(w[k]>13 for k in K if k!='HR')),
 ('order','Sales ranks second by headcount, followed by IT.',S,rank(h,2)=='Sales' and rank(h,3)=='IT'),
 ('difference','IT has 27 more men than women, whereas Sales has three more women than men.',R,m['IT']-w['IT']==27 and w['Sales']-m['Sales']==3),
 ('count','Two departments have fewer than five part-timers.',R,sum(x<5 for x in pt.values())==2),
 ('undecidable','Customer service has so many part-timers because of its evening shifts.',U,'cause not in the table'),
 ('undecidable','Three of the women in IT work part-time.',U,'part-time is not split by sex'),
 ('lookup','How many people work in IT?',['55'],[I(h['IT'])]),
 ('superlative','Which department has the highest average age?',['Finance'],[mx(ag)]),
 ('difference','By how many employees is Production larger than Sales?',['82'],[I(h['Production']-h['Sales'])]),
 ('undecidable','What is the average salary in Finance?',U,'no salaries in the table'),
]))
# 2 sales, quarters as columns, total column and total row
t=Table(['Product line','Q1','Q2','Q3','Q4','Total'],[
 ['Garden tools','120','310','265','95','790'],['Power tools','205','240','218','287','950'],['Paint','142','198','187','133','660'],['Lighting','88','76','91','165','420'],['Flooring','150','150','162','138','600'],['Total','705','974','923','818','3,420']],'Sales 2024, € thousand')
K=t.keys(); Q=['Q1','Q2','Q3','Q4']; V=t.v; T={k:V(k,'Total') for k in K}; row=lambda k:{q:V(k,q) for q in Q}; col=lambda q:{k:V(k,q) for k in K}
G.append((t,[
 ('lookup','Paint brought in €198,000 in the second quarter.',S,V('Paint','Q2')==198),
 ('lookup','Sales of garden tools came to 255 thousand euros in Q3.',R,V('Garden tools','Q3')==255),
 ('lookup','Over the whole year, flooring sold for €600 thousand.',S,T['Flooring']==600),
 ('superlative','Power tools were the best-selling line of the year.',S,mx(T)=='Power tools'),
 ('superlative','The company had its weakest quarter in Q4.',R,mn(row('Total'))=='Q4'),
 ('superlative','Lighting, which was the smallest line overall, had its best quarter in Q4.',S,mn(T)=='Lighting' and mx(row('Lighting'))=='Q4'),
 ('growth','Garden tools more than doubled from Q1 to Q2.',S,V('Garden tools','Q2')>2*V('Garden tools','Q1')),
 ('growth','Sales of flooring were flat between the first and the second quarter.',S,V('Flooring','Q1')==V('Flooring','Q2')),
 ('growth','Total sales slipped from 974 in Q2 to 923 in Q3 and 818 in Q4.',S,[V('Total',q) for q in Q[1:]]==[974,923,818]),
 ('growth','Sales of lighting rose by 71% in Q4 compared with Q3.',R,grow(V('Lighting','Q3'),V('Lighting','Q4'))==71),
 ('growth','Overall sales were up 38% in Q2 on the previous quarter.',S,grow(V('Total','Q1'),V('Total','Q2'))==38),
 ('count','Four of the five lines sold less in Q4 than in Q3.',R,sum(V(k,'Q4')<V(k,'Q3') for k in K)==4),
 ('share','Power tools generated more than a quarter of annual sales.',S,T['Power tools']>V('Total','Total')/4),
 ('share','Paint accounted for about 23% of total sales.',R,pct(T['Paint'],V('Total','Total'))==23),
 ('average','Paint averaged 165 a quarter.',S,sum(row('Paint').values())/4==165),
 ('none','No line sold less than 80 thousand euros in any quarter.',R,min(V(k,q) for k in K for q in Q)>=80),
 ('ratio','Garden tools sold twice as much as lighting over the year.',R,T['Garden tools']==2*T['Lighting']),
 ('undecidable','Online sales of power tools exceeded €100,000 in Q4.',U,'online is not in the table'),
 ('undecidable','Sales of paint are expected to recover next spring.',U,'prediction'),
 ('superlative','In which quarter did paint sell best?',['Q2'],[mx(row('Paint'))]),
 ('total','What were total sales in the first half of the year, in thousands of euros?',['1679'],[I(V('Total','Q1')+V('Total','Q2'))]),
 ('growth','By what percentage did sales of lighting grow from Q3 to Q4, rounded to a whole number?',['81'],[I(grow(V('Lighting','Q3'),V('Lighting','Q4')))]),
 ('order','Which product line had the second highest sales in Q3?',['Power tools'],[rank(col('Q3'),2)]),
]))
# 3 prices and stock, one missing rating, stock of zero
t=Table(['Product','Category','Price ($)','In stock','Reorder level','Rating'],[
 ['Oak desk','Furniture','349.00','12','5','4.6'],['Swivel chair','Furniture','129.50','40','15','4.1'],['Bookcase','Furniture','89.00','0','6','4.3'],['Desk lamp','Lighting','34.90','57','20','4.4'],['Floor lamp','Lighting','74.00','9','10','–'],['Wall clock','Decor','24.50','31','10','3.9'],['Picture frame','Decor','12.75','118','40','4.5'],['Rug','Decor','159.00','7','8','4.0']])
K=t.keys(); C=lambda c:{k:t.v(k,c) for k in K}; p=C('Price ($)'); s=C('In stock'); ro=C('Reorder level'); ra={k:x for k,x in C('Rating').items() if x is not None}; cat={k:t.r(k)['Category'] for k in K}
inc=lambda d,c:{k:d[k] for k in d if cat[k]==c}
G.append((t,[
 ('lookup','The swivel chair sells for $129.50.',S,p['Swivel chair']==129.5),
 ('lookup','A wall clock will set you back $25.40.',R,p['Wall clock']==25.4),
 ('lookup','We have 57 desk lamps in stock.',S,s['Desk lamp']==57),
 ('negation','The bookcase is out of stock.',S,s['Bookcase']==0),
 ('superlative','The picture frame is the cheapest item we carry and the one we have most of.',S,mn(p)=='Picture frame' and mx(s)=='Picture frame'),
 ('superlative','Among the decor items, the wall clock is the priciest.',R,mx(inc(p,'Decor'))=='Wall clock'),
 ('order','The second most expensive product is the swivel chair.',R,rank(p,2)=='Swivel chair'),
 ('count','Three products have fallen below their reorder level.',S,sum(s[k]<ro[k] for k in K)==3),
 ('count','Only two products cost more than $150.',S,sum(x>150 for x in p.values())==2),
 ('count','More than half of the products are priced under $90.',S,sum(x<90 for x in p.values())>len(K)/2),
 ('all','Every furniture item costs at least $100.',R,all(p[k]>=100 for k in K if cat[k]=='Furniture')),
 ('difference','The rug is $30 dearer than the swivel chair.',R,p['Rug']-p['Swivel chair']==30),
 ('difference','A desk lamp costs less than half as much as a floor lamp.',S,p['Desk lamp']<p['Floor lamp']/2),
 ('range','Prices run from $12.75 to $349.',S,(min(p.values()),max(p.values()))==(12.75,349)),
 ('derived','The oak desks in stock are worth $4,538 in all.',R,p['Oak desk']*s['Oak desk']==4538),
 ('derived','Ten picture frames and a rug would cost $286.50.',S,10*p['Picture frame']+p['Rug']==286.5),
 ('missing','The floor lamp is rated above 4.',U,'a dash in the rating cell'),
 ('undecidable','The oak desk is good value for money.',U,'opinion'),
 ('lookup','What does the floor lamp cost?',['74'],[I(p['Floor lamp'])]),
 ('total','How many decor items are in stock altogether?',['156'],[I(sum(inc(s,'Decor').values()))]),
 ('superlative','Which product has the lowest rating?',['Wall clock'],[mn(ra)]),
 ('conditional','Which lighting product is below its reorder level?',['Floor lamp'],[k for k in K if cat[k]=='Lighting' and s[k]<ro[k]]),
]))
# 4 football league table
t=Table(['Pos','Team','P','W','D','L','GF','GA','Pts'],[
 ['1','Harbour Town','14','10','2','2','31','12','32'],['2','Milbrook Rovers','14','9','3','2','28','14','30'],['3',"St Anne's",'14','7','4','3','25','18','25'],['4','Eastfield','14','6','3','5','22','21','21'],['5','Longmoor United','14','5','4','5','19','20','19'],['6','Castle Vale','14','3','5','6','16','22','14'],['7','Wexley','14','3','2','9','13','27','11'],['8','Pitney Athletic','14','1','1','12','11','31','4']],'Premier Division, final table')
K=t.text('Team'); C=lambda c:dict(zip(K,t.col(c))); pos,P,W,D,L,gf,ga,pts=map(C,['Pos','P','W','D','L','GF','GA','Pts']); gd={k:gf[k]-ga[k] for k in K}
assert all(W[k]+D[k]+L[k]==P[k] and pts[k]==3*W[k]+D[k] for k in K) and sum(gd.values())==0 and sum(W.values())==sum(L.values())
G.append((t,[
 ('lookup','Harbour Town won the league with 32 points.',S,pos['Harbour Town']==1 and pts['Harbour Town']==32),
 ('lookup',"St Anne's lost three games and drew four.",S,L["St Anne's"]==3 and D["St Anne's"]==4),
 ('lookup','Castle Vale picked up 15 points.',R,pts['Castle Vale']==15),
 ('lookup','Eastfield finished fourth, two points clear of Longmoor United.',S,pos['Eastfield']==4 and pts['Eastfield']-pts['Longmoor United']==2),
 ('lookup','Wexley scored 27 goals.',R,gf['Wexley']==27),
 ('superlative','Nobody conceded fewer goals than Harbour Town.',S,mn(ga)=='Harbour Town'),
 ('superlative','Castle Vale drew more matches than any other side.',S,mx(D)=='Castle Vale'),
 ('superlative','Milbrook Rovers had the best attack in the division.',R,mx(gf)=='Milbrook Rovers'),
 ('difference','Pitney Athletic ended the season with a goal difference of minus 20.',S,gd['Pitney Athletic']==-20),
 ('difference','The champions finished three points ahead of the runners-up.',R,pts['Harbour Town']-pts['Milbrook Rovers']==3),
 ('count','Five teams finished with a positive goal difference.',R,sum(x>0 for x in gd.values())==5),
 ('count','Half of the teams won at least six games.',S,sum(x>=6 for x in W.values())*2==len(K)),
 ('all','All eight clubs played 14 matches.',S,len(K)==8 and all(x==14 for x in P.values())),
 ('none','No team went through the season without a draw.',S,all(x>0 for x in D.values())),
 ('only','Pitney Athletic were the only team to lose more than ten games.',S,[k for k in K if L[k]>10]==['Pitney Athletic']),
 ('both','Both Harbour Town and Milbrook Rovers lost just once.',R,L['Harbour Town']==1 and L['Milbrook Rovers']==1),
 ('derived','Harbour Town scored more than two goals per game on average.',S,gf['Harbour Town']/P['Harbour Town']>2),
 ('undecidable','Milbrook Rovers won more home games than Harbour Town.',U,'home games are not in the table'),
 ('undecidable','Harbour Town deserved the title.',U,'opinion'),
 ('lookup','How many points did Wexley get?',['11'],[I(pts['Wexley'])]),
 ('order','Who finished third?',["St Anne's"],[k for k in K if pos[k]==3]),
 ('lookup','Which team won only one match?',['Pitney Athletic'],[k for k in K if W[k]==1]),
 ('total','How many goals were scored by the top two teams combined?',['59'],[I(gf['Harbour Town']+gf['Milbrook Rovers'])]),
]))
# 5 populations, years as headers
t=Table(['City','Region','1990','2000','2010','2020'],[
 ['Arlenz','North','412','438','471','509'],['Portavia','South','655','648','630','602'],['Querin','North','98','121','158','196'],['Sandholm','West','240','262','262','281'],['Tarrow','South','187','180','191','205'],['Umberfeld','West','77','85','90','88']],'Population of the main cities (thousands)')
K=t.keys(); Y=['1990','2000','2010','2020']; V=t.v; y=lambda c:{k:V(k,c) for k in K}; row=lambda k:[V(k,c) for c in Y]; reg={k:t.r(k)['Region'] for k in K}
G.append((t,[
 ('lookup','Arlenz had 471,000 inhabitants in 2010.',S,V('Arlenz','2010')==471),
 ('lookup','In 2000, 191,000 people lived in Tarrow.',R,V('Tarrow','2000')==191),
 ('growth','The population of Querin doubled between 1990 and 2020.',S,V('Querin','2020')==2*V('Querin','1990')),
 ('growth','Portavia has been losing residents ever since 1990.',S,row('Portavia')==sorted(row('Portavia'),reverse=True) and len(set(row('Portavia')))==4),
 ('growth','Sandholm grew in each of the three decades.',R,V('Sandholm','1990')<V('Sandholm','2000')<V('Sandholm','2010')<V('Sandholm','2020')),
 ('growth','Umberfeld shrank by 2,000 people from 2010 to 2020.',S,V('Umberfeld','2010')-V('Umberfeld','2020')==2),
 ('growth','Arlenz added almost 100 thousand inhabitants in thirty years.',S,95<=V('Arlenz','2020')-V('Arlenz','1990')<100),
 ('growth','Between 2000 and 2020, the population of Tarrow rose by 25%.',R,grow(V('Tarrow','2000'),V('Tarrow','2020'))==25),
 ('superlative','Portavia was still the biggest city in 2020.',S,mx(y('2020'))=='Portavia'),
 ('superlative','The smallest of the six in 1990 was Querin.',R,mn(y('1990'))=='Querin'),
 ('compare2','By 2010 Querin had overtaken Tarrow.',R,V('Querin','2010')>V('Tarrow','2010')),
 ('difference','In 1990 Portavia was 243,000 people ahead of Arlenz; by 2020 the gap had narrowed to 93,000.',S,V('Portavia','1990')-V('Arlenz','1990')==243 and V('Portavia','2020')-V('Arlenz','2020')==93),
 ('count','Only one city had fewer inhabitants in 2020 than in 1990.',S,sum(V(k,'2020')<V(k,'1990') for k in K)==1),
 ('count','Four cities were home to more than a quarter of a million people in 2020.',R,sum(x>250 for x in y('2020').values())==4),
 ('total','The two northern cities had a combined population of 705,000 in 2020.',S,sum(V(k,'2020') for k in K if reg[k]=='North')==705),
 ('conditional','Among the cities in the South, Tarrow was the only one to grow from 2010 to 2020.',S,[k for k in K if reg[k]=='South' and V(k,'2020')>V(k,'2010')]==['Tarrow']),
 ('respectively','Sandholm and Tarrow had 281,000 and 250,000 residents respectively in 2020.',R,(V('Sandholm','2020'),V('Tarrow','2020'))==(281,250)),
 ('undecidable','Portavia is shrinking because young people are moving to the coast.',U,'cause not in the table'),
 ('undecidable','In 2015 Querin had 177,000 inhabitants.',U,'2015 is not in the table'),
 ('lookup','How many thousand people lived in Sandholm in 1990?',['240'],[I(V('Sandholm','1990'))]),
 ('growth','Which city grew the most in absolute terms between 1990 and 2020?',['Querin'],[mx({k:V(k,'2020')-V(k,'1990') for k in K})]),
 ('superlative','When was the population of Umberfeld at its highest?',['2010'],[mx(dict(zip(Y,row('Umberfeld'))))]),
 ('order','Which was the third largest city in 2010?',['Sandholm'],[rank(y('2010'),3)]),
]))
# 6 energy mix, shares in percent
t=Table(['Source','2005','2015','2023'],[
 ['Coal','42.0','28.5','14.2'],['Natural gas','21.5','24.0','20.3'],['Nuclear','20.0','17.5','15.0'],['Hydro','8.5','8.0','8.2'],['Wind','3.0','12.5','24.8'],['Solar','0.5','5.0','13.0'],['Other','4.5','4.5','4.5']],'Electricity generation by source, % of total')
K=t.keys(); V=t.v; y=lambda c:{k:V(k,c) for k in K}; Y=['2005','2015','2023']; assert all(round(sum(y(c).values()),1)==100 for c in Y)
G.append((t,[
 ('lookup','Coal supplied 42% of electricity in 2005.',S,V('Coal','2005')==42),
 ('lookup','Hydro power stood at 8.5% in 2015.',R,V('Hydro','2015')==8.5),
 ('lookup','Nuclear made up 15 percent of the mix in 2023.',S,V('Nuclear','2023')==15),
 ('growth','The share of coal fell from 42.0% in 2005 to 14.2% in 2023.',S,(V('Coal','2005'),V('Coal','2023'))==(42,14.2)),
 ('growth','Natural gas has declined steadily since 2005.',R,V('Natural gas','2005')>V('Natural gas','2015')>V('Natural gas','2023')),
 ('growth','Wind gained 12.3 percentage points between 2015 and 2023.',S,round(V('Wind','2023')-V('Wind','2015'),1)==12.3),
 ('growth','Solar went up by 7 percentage points from 2015 to 2023.',R,round(V('Solar','2023')-V('Solar','2015'),1)==7),
 ('growth','The nuclear share dropped by 5 percent.',U,'percent or percentage points, and no period given'),
 ('growth','The contribution of other sources has not changed at all.',S,len({V('Other',c) for c in Y})==1),
 ('superlative','By 2023 wind had become the leading source of electricity.',S,mx(y('2023'))=='Wind'),
 ('superlative','Solar was the smallest contributor in all three years.',R,all(mn(y(c))=='Solar' for c in ('2005','2023')) and mn({k:x for k,x in y('2015').items() if k in ('Solar','Other')})=='Solar'),
 ('order','In 2023 coal ranked third, behind wind and natural gas.',R,rank(y('2023'),3)=='Coal'),
 ('ratio','Coal generated roughly half as much of the power in 2023 as in 2015.',S,pct(V('Coal','2023'),V('Coal','2015'))==50),
 ('combined','Wind and solar together produced 37.8% of electricity in 2023.',S,round(V('Wind','2023')+V('Solar','2023'),1)==37.8),
 ('combined','In 2005 coal and gas accounted for less than 60% of generation.',R,V('Coal','2005')+V('Natural gas','2005')<60),
 ('count','Four of the sources had a larger share in 2015 than in 2005.',R,sum(V(k,'2015')>V(k,'2005') for k in K)==4),
 ('only','Nuclear and coal are the only sources whose share shrank in both periods.',S,[k for k in K if V(k,'2005')>V(k,'2015')>V(k,'2023')]==['Coal','Nuclear']),
 ('undecidable','The country generated more electricity from wind in 2023 than it imported.',U,'imports are not in the table'),
 ('undecidable','Offshore wind alone was ahead of nuclear in 2023.',U,'offshore is not in the table'),
 ('lookup','What percentage of electricity came from solar in 2015?',['5'],[I(V('Solar','2015'))]),
 ('superlative','Which source lost the most share between 2005 and 2023?',['Coal'],[mn({k:V(k,'2023')-V(k,'2005') for k in K})]),
 ('count','How many sources had a share above 20% in 2023?',['2'],[sum(x>20 for x in y('2023').values())]),
 ('difference','By how many points was coal ahead of natural gas in 2015?',['4.5'],[I(round(V('Coal','2015')-V('Natural gas','2015'),1))]),
]))
# 7 hospital waiting times
t=Table(['Hospital','Region','Patients waiting','Median wait (weeks)','Waiting over 18 weeks','A&E: seen within 4 hours'],[
 ["St Luke's",'North','4,820','9.4','21%','78%'],['Royal Infirmary','North','7,350','12.1','34%','69%'],['Queen Mary','South','3,910','7.8','15%','84%'],['Valley General','South','5,640','10.5','27%','74%'],['Park Road','East','2,275','6.9','11%','88%'],['Whitecliff','East','3,005','8.3','17%','n/a']],'Waiting lists, March 2025')
K=t.keys(); C=lambda c:{k:t.v(k,c) for k in K}; n,md,ov,ae=map(C,t.columns[2:]); reg={k:t.r(k)['Region'] for k in K}; aek={k:x for k,x in ae.items() if x is not None}
G.append((t,[
 ('lookup',"There are 4,820 patients on the waiting list of St Luke's.",S,n["St Luke's"]==4820),
 ('lookup','Patients at Valley General wait 10.5 weeks (median).',S,md['Valley General']==10.5),
 ('lookup','At Queen Mary, 84% of A&E patients were seen within four hours.',S,ae['Queen Mary']==84),
 ('lookup','The median wait at Whitecliff was 8.8 weeks.',R,md['Whitecliff']==8.8),
 ('superlative','Waits are longest at the Royal Infirmary, where the median is just over 12 weeks.',S,mx(md)=='Royal Infirmary' and 12<md['Royal Infirmary']<12.5),
 ('superlative','Queen Mary has the shortest waiting list.',R,mn(n)=='Queen Mary'),
 ('order',"Valley General has the second longest list, followed by St Luke's.",S,rank(n,2)=='Valley General' and rank(n,3)=="St Luke's"),
 ('compare2','A patient typically waits longer at Whitecliff than at Queen Mary.',S,md['Whitecliff']>md['Queen Mary']),
 ('difference',"The median wait at the Royal Infirmary is 2.3 weeks longer than at St Luke's.",R,round(md['Royal Infirmary']-md["St Luke's"],1)==2.3),
 ('ratio','The Royal Infirmary has more than three times as many patients waiting as Park Road.',S,n['Royal Infirmary']>3*n['Park Road']),
 ('total','Exactly 27,000 patients were waiting across the six hospitals.',S,sum(n.values())==27000),
 ('total','Hospitals in the North had 12,710 people on their lists.',R,sum(n[k] for k in K if reg[k]=='North')==12710),
 ('count','At three hospitals, more than a quarter of patients had been waiting for over 18 weeks.',R,sum(x>25 for x in ov.values())==3),
 ('all','Both hospitals in the East kept their median wait below nine weeks.',S,all(md[k]<9 for k in K if reg[k]=='East') and sum(reg[k]=='East' for k in K)==2),
 ('none','None of the hospitals had fewer than 10% waiting over 18 weeks.',S,all(x>=10 for x in ov.values())),
 ('only','Park Road is the only hospital with a median wait of less than eight weeks.',R,[k for k in K if md[k]<8]==['Park Road']),
 ('derived','About 337 patients at the Royal Infirmary had waited longer than 18 weeks.',R,round(n['Royal Infirmary']*ov['Royal Infirmary']/100)==337),
 ('missing','Whitecliff missed the 80% mark in A&E.',U,'n/a in the cell'),
 ('undecidable','Waiting times at Park Road have improved since last year.',U,'no earlier year in the table'),
 ('undecidable',"Staff shortages are to blame for the long waits at the Royal Infirmary.",U,'cause not in the table'),
 ('lookup','How long is the median wait at Park Road, in weeks?',['6.9'],[md['Park Road']]),
 ('conditional','Which hospital in the South has the shorter median wait?',['Queen Mary'],[mn({k:md[k] for k in K if reg[k]=='South'})]),
 ('superlative','Where is the share of patients waiting over 18 weeks lowest?',['Park Road'],[mn(ov)]),
 ('difference','How many more patients are waiting at Valley General than at Queen Mary?',['1730'],[I(n['Valley General']-n['Queen Mary'])]),
]))
# 8 donations ledger
t=Table(['No.','Date','Donor','Campaign','Amount (£)','Gift Aid','Method'],[
 ['D-01','2023-11-28','Mrs A. Holt','Roof fund','250','yes','Bank transfer'],['D-02','2023-12-05','Rotary Club','Youth club','1,000','no','Cheque'],['D-03','2023-12-19','J. Patel','Roof fund','75','yes','Card'],['D-04','2024-01-08','Baker & Sons','Food bank','600','no','Bank transfer'],['D-05','2024-01-22','Mrs A. Holt','Food bank','120','yes','Bank transfer'],['D-06','2024-02-14','Anonymous','Roof fund','2,500','no','Cash'],['D-07','2024-02-14','L. Grant','Youth club','40','yes','Card'],['D-08','2024-03-03','J. Patel','Food bank','150','yes','Card'],['D-09','2024-03-30','Rotary Club','Roof fund','800','no','Cheque']],'Donations received')
X=[dict(zip(t.columns,r)) for r in t.rows]; am=lambda f:sum(num(x['Amount (£)']) for x in X if f(x)); ct=lambda f:sum(1 for x in X if f(x)); A=lambda x:num(x['Amount (£)'])
camp={c:am(lambda x:x['Campaign']==c) for c in {x['Campaign'] for x in X}}
G.append((t,[
 ('lookup','On 8 January 2024 Baker & Sons gave £600 to the food bank.',S,ct(lambda x:x['Date']=='2024-01-08' and x['Donor']=='Baker & Sons' and A(x)==600 and x['Campaign']=='Food bank')==1),
 ('lookup','L. Grant donated £40 by cheque.',R,ct(lambda x:x['Donor']=='L. Grant' and A(x)==40 and x['Method']=='Cheque')==1),
 ('total','The roof fund has raised £3,625 so far.',S,camp['Roof fund']==3625),
 ('total','All in all, £5,535 came in.',S,am(lambda x:True)==5535),
 ('total','The Rotary Club has given £1,800 in two donations.',S,am(lambda x:x['Donor']=='Rotary Club')==1800 and ct(lambda x:x['Donor']=='Rotary Club')==2),
 ('total','J. Patel contributed a total of £275.',R,am(lambda x:x['Donor']=='J. Patel')==275),
 ('superlative','The largest single gift was an anonymous cash donation of £2,500.',S,(lambda b:b['Donor']=='Anonymous' and b['Method']=='Cash' and A(b)==2500)(max(X,key=A))),
 ('superlative','The youth club received less money than the food bank.',R,camp['Youth club']<camp['Food bank']),
 ('count','Five of the nine donations came with Gift Aid.',S,len(X)==9 and ct(lambda x:x['Gift Aid']=='yes')==5),
 ('count','Four donations were made by card.',R,ct(lambda x:x['Method']=='Card')==4),
 ('date','Two donations arrived on Valentine\'s Day, 14 February 2024.',S,ct(lambda x:x['Date']=='2024-02-14')==2),
 ('date','Before January 2024, donations added up to £1,350.',R,am(lambda x:x['Date']<'2024-01-01')==1350),
 ('date','In March 2024 we received £850.',R,am(lambda x:x['Date'][:7]=='2024-03')==850),
 ('date','Nothing has been given to the youth club since February 2024.',S,max(x['Date'] for x in X if x['Campaign']=='Youth club')[:7]=='2024-02'),
 ('date','The last donation on the list is dated 30 March 2024.',S,max(x['Date'] for x in X)=='2024-03-30'),
 ('all','All donations of £500 or more were made without Gift Aid.',S,all(x['Gift Aid']=='no' for x in X if A(x)>=500)),
 ('only','Mrs Holt only ever gave to the roof fund.',R,all(x['Campaign']=='Roof fund' for x in X if x['Donor']=='Mrs A. Holt')),
 ('share','The roof fund accounts for roughly two thirds of the money received.',S,round(3*camp['Roof fund']/am(lambda x:True),1)==2.0),
 ('undecidable','The anonymous donor is a retired teacher.',U,'not in the table'),
 ('undecidable','Mrs Holt has pledged another £500 for the summer.',U,'pledges are not in the table'),
 ('date','When did Mrs A. Holt give to the food bank?',['2024-01-22'],[x['Date'] for x in X if x['Donor']=='Mrs A. Holt' and x['Campaign']=='Food bank']),
 ('count','How many donations went to the food bank?',['3'],[ct(lambda x:x['Campaign']=='Food bank')]),
 ('total','How much money was given by cheque?',['1800'],[I(am(lambda x:x['Method']=='Cheque'))]),
 ('lookup','Who gave £40?',['L. Grant'],[x['Donor'] for x in X if A(x)==40]),
]))
# 9 flight delays, All row
t=Table(['Airline','Flights','On time','Delayed','Cancelled','Average delay (min)'],[
 ['Aeris','1,240','992','223','25','31'],['Bluewing','860','602','230','28','44'],['Cordia Air','2,150','1,763','350','37','27'],['Deltora','540','459','76','5','22'],['Finch Express','710','497','188','25','52'],['All','5,500','4,313','1,067','120','36']],'Punctuality, summer schedule')
K=t.keys(); C=lambda c:{k:t.v(k,c) for k in K}; V=t.v; f,ot,dl,cn,av=map(C,t.columns[1:]); rate={k:ot[k]/f[k] for k in K}
assert all(ot[k]+dl[k]+cn[k]==f[k] for k in K) and all(sum(C(c).values())==V('All',c) for c in t.columns[1:5])
G.append((t,[
 ('lookup','Deltora cancelled just five flights.',S,cn['Deltora']==5),
 ('lookup','Bluewing operated 860 flights, of which 320 were delayed.',R,f['Bluewing']==860 and dl['Bluewing']==320),
 ('lookup','Delays at Finch Express lasted 52 minutes on average.',S,av['Finch Express']==52),
 ('share','Four out of five Aeris flights were on time.',S,ot['Aeris']/f['Aeris']==.8),
 ('share','Cordia Air ran 82% of its flights on schedule.',S,pct(ot['Cordia Air'],f['Cordia Air'])==82),
 ('share','Deltora had a punctuality rate of 87%.',R,pct(ot['Deltora'],f['Deltora'])==87),
 ('share','Overall, 2.2% of flights were cancelled.',S,pct(V('All','Cancelled'),V('All','Flights'),1)==2.2),
 ('share','Cordia Air accounted for more than half of the delayed flights.',R,dl['Cordia Air']>V('All','Delayed')/2),
 ('superlative','Deltora was the most punctual of the five airlines.',S,mx(rate)=='Deltora'),
 ('superlative','Bluewing had the highest number of cancellations.',R,mx(cn)=='Bluewing'),
 ('superlative','The airline with the most flights, Cordia Air, also had the most delays.',S,mx(f)=='Cordia Air' and mx(dl)=='Cordia Air'),
 ('compare2','Aeris and Finch Express cancelled the same number of flights.',S,cn['Aeris']==cn['Finch Express']),
 ('difference','The average delay at Bluewing was 13 minutes longer than at Aeris.',S,av['Bluewing']-av['Aeris']==13),
 ('ratio','Cordia Air flew three times as often as Bluewing.',R,round(f['Cordia Air']/f['Bluewing'],1)==3),
 ('ratio','Cordia Air had about four times as many flights as Deltora.',S,round(f['Cordia Air']/f['Deltora'],1)==4.0),
 ('count','Average delays exceeded the overall mean of 36 minutes at three airlines.',R,V('All','Average delay (min)')==36 and sum(x>36 for x in av.values())==3),
 ('all','Every airline had at least 75% of its flights on time.',R,all(x>=.75 for x in rate.values())),
 ('range','The average delay ranges from 22 minutes at Deltora to 52 minutes at Finch Express.',S,(av['Deltora'],av['Finch Express'])==(min(av.values()),max(av.values()))==(22,52)),
 ('undecidable','Most of the Bluewing delays were caused by bad weather.',U,'cause not in the table'),
 ('undecidable','Passengers are most satisfied with Deltora.',U,'satisfaction is not in the table'),
 ('lookup','How many Aeris flights were late?',['223'],[I(dl['Aeris'])]),
 ('undecidable','How many passengers did Deltora carry?',U,'passengers are not in the table'),
 ('order','Which airline had the second longest average delay?',['Bluewing'],[rank(av,2)]),
 ('share','What percentage of Finch Express flights were on time?',['70'],[I(pct(ot['Finch Express'],f['Finch Express'],1))]),
]))
# 10 budget vs actual, accounting negatives for overspend
t=Table(['Item','Budget ($)','Actual ($)','Variance ($)'],[
 ['Salaries','186,000','189,400','(3,400)'],['Rent','36,000','36,000','0'],['Utilities','9,500','11,210','(1,710)'],['Travel','14,000','8,650','5,350'],['Training','6,000','4,500','1,500'],['IT and software','21,500','23,150','(1,650)'],['Events','12,000','12,840','(840)'],['Total','285,000','285,750','(750)']],'Budget and actual spending; overspends in brackets')
K=t.keys(); V=t.v; b,a,va=[{k:V(k,c) for k in K} for c in t.columns[1:]]
assert all(b[k]-a[k]==va[k] for k in K) and sum(va.values())==V('Total','Variance ($)') and sum(b.values())==V('Total','Budget ($)')
G.append((t,[
 ('lookup','We had set aside $14,000 for travel but spent only $8,650.',S,b['Travel']==14000 and a['Travel']==8650),
 ('lookup','Actual spending on utilities came to $11,120.',R,a['Utilities']==11120),
 ('difference','Salaries went over budget by $3,400.',S,a['Salaries']-b['Salaries']==3400),
 ('difference','Training came in $1,500 under budget.',S,b['Training']-a['Training']==1500),
 ('difference','In total we overspent by $570.',R,V('Total','Actual ($)')-V('Total','Budget ($)')==570),
 ('superlative','The biggest saving was made on travel.',S,mx(va)=='Travel'),
 ('superlative','The second largest overspend was in IT and software.',R,rank(va,2,True)=='IT and software'),
 ('growth','Utilities exceeded their budget by 18%.',S,grow(b['Utilities'],a['Utilities'])==18),
 ('growth','Event costs were 10% higher than planned.',R,grow(b['Events'],a['Events'])==10),
 ('only','Rent was the only item that was exactly on budget.',S,[k for k in K if va[k]==0]==['Rent']),
 ('count','Four of the seven items ran over budget.',S,len(K)==7 and sum(x<0 for x in va.values())==4),
 ('count','More than half of the items came in under budget.',R,sum(x>0 for x in va.values())>len(K)/2),
 ('share','Only three quarters of the training budget was used.',S,a['Training']/b['Training']==.75),
 ('share','Salaries swallowed about two thirds of actual expenditure.',S,pct(a['Salaries'],V('Total','Actual ($)'))==66),
 ('none','None of the items overran by more than $3,000.',R,all(-x<=3000 for x in va.values())),
 ('ratio','The budget for IT and software was more than four times the training budget.',R,b['IT and software']>4*b['Training']),
 ('combined','Rent and utilities together cost $47,210.',S,a['Rent']+a['Utilities']==47210),
 ('undecidable','Travel was cheaper because meetings moved online.',U,'cause not in the table'),
 ('undecidable','Next year the salary budget will have to be raised.',U,'prediction'),
 ('lookup','What was the budget for events?',['12000'],[I(b['Events'])]),
 ('superlative','Which item overspent the most?',['Salaries'],[mn(va)]),
 ('count','How many items were under budget?',['2'],[sum(x>0 for x in va.values())]),
 ('difference','By how much did IT and software go over budget?',['1650'],[I(a['IT and software']-b['IT and software'])]),
]))
# 11 commuting survey, age groups as columns
t=Table(['Main means of transport','18–34','35–54','55+','All'],[
 ['Car','38%','54%','61%','51%'],['Bus','22%','14%','17%','17%'],['Bicycle','19%','13%','6%','13%'],['Train','12%','11%','7%','10%'],['On foot','9%','8%','9%','9%'],['Respondents','310','420','270','1,000']],'How do you get to work? Survey by age group')
K=t.keys(drop=('Respondents',)); A=t.columns[1:4]; V=t.v; g=lambda c:{k:V(k,c) for k in K}; row=lambda k:{c:V(k,c) for c in A}
assert all(sum(g(c).values())==100 for c in t.columns[1:]) and sum(V('Respondents',c) for c in A)==V('Respondents','All')
G.append((t,[
 ('lookup','38% of 18–34 year-olds drive to work.',S,V('Car','18–34')==38),
 ('lookup','Among those aged 35–54, 13% take the bus.',R,V('Bus','35–54')==13),
 ('lookup','Overall, one in ten respondents commutes by train.',S,V('Train','All')==10),
 ('lookup','The survey covered 1,000 people, including 270 aged 55 and over.',S,V('Respondents','All')==1000 and V('Respondents','55+')==270),
 ('superlative','The car is the most common means of transport in every age group.',S,all(mx(g(c))=='Car' for c in A)),
 ('superlative','Cycling is most popular with the 35–54 group.',R,mx(row('Bicycle'))=='35–54'),
 ('order','For the 55+ group, walking comes third after the car and the bus.',S,rank(g('55+'),3)=='On foot' and rank(g('55+'),2)=='Bus'),
 ('growth','The use of the car rises with age.',S,V('Car','18–34')<V('Car','35–54')<V('Car','55+')),
 ('growth','Bus use goes down steadily with age.',R,V('Bus','18–34')>V('Bus','35–54')>V('Bus','55+')),
 ('ratio','The youngest group is more than three times as likely to cycle as those over 55.',S,V('Bicycle','18–34')>3*V('Bicycle','55+')),
 ('difference','Car use among those aged 55 and over is 23 percentage points higher than among 18–34 year-olds.',S,V('Car','55+')-V('Car','18–34')==23),
 ('difference','The gap between bus and bicycle in the overall figures is 6 percentage points.',R,V('Bus','All')-V('Bicycle','All')==6),
 ('share','More than half of 35–54 year-olds use the car.',S,V('Car','35–54')>50),
 ('combined','Of the 18–34 year-olds, 36% travel by bus or train.',R,V('Bus','18–34')+V('Train','18–34')==36),
 ('combined','Bus and train together account for 27% of all commuters.',S,V('Bus','All')+V('Train','All')==27),
 ('combined','In the 55+ group, 15% come by bicycle or on foot, compared with 27% of the youngest group.',R,V('Bicycle','55+')+V('On foot','55+')==15 and V('Bicycle','18–34')+V('On foot','18–34')==27),
 ('derived','Some 59 of the respondents aged 18–34 said they cycle.',S,round(V('Respondents','18–34')*V('Bicycle','18–34')/100)==59),
 ('compare2','Equal shares of the youngest and the oldest group walk to work.',S,V('On foot','18–34')==V('On foot','55+')),
 ('undecidable','Women are less likely to drive to work than men.',U,'no sexes in the table'),
 ('undecidable','Young people cycle more because they care about the climate.',U,'cause not in the table'),
 ('lookup','What percentage of the 55+ group goes by train?',['7'],[I(V('Train','55+'))]),
 ('superlative','Which age group uses the bus the most?',['18–34'],[mx(row('Bus'))]),
 ('derived','How many respondents in the 35–54 group come by train, to the nearest person?',['46'],[round(V('Respondents','35–54')*V('Train','35–54')/100)]),
 ('total','How many respondents were under 55?',['730'],[I(V('Respondents','18–34')+V('Respondents','35–54'))]),
]))
# 12 weather by month
t=Table(['Month','Mean temp. (°C)','Max (°C)','Min (°C)','Rain (mm)','Rainy days','Sunshine (h)'],[
 ['January','−1.2','8.4','−11.0','58','13','47'],['February','0.3','10.9','−9.6','44','10','78'],['March','4.8','17.2','−5.1','51','11','121'],['April','9.1','22.5','−1.4','39','9','174'],['May','14.0','27.3','2.2','72','12','203'],['June','17.6','31.8','7.0','85','12','228'],['July','19.9','34.6','9.3','91','11','241'],['August','19.2','33.9','8.8','66','9','222'],['September','14.7','27.7','3.9','54','9','160'],['October','9.5','21.0','−0.7','48','10','108'],['November','4.0','14.4','−4.3','63','13','55'],['December','0.2','9.8','−8.9','67','14','39']],'Weather station Lindau, 2023')
K=t.keys(); te,ma,mi,rn,rd,su=[{k:t.v(k,c) for k in K} for c in t.columns[1:]]
G.append((t,[
 ('lookup','It rained on 13 days in January.',S,rd['January']==13),
 ('lookup','In May the station recorded 72 mm of rain.',S,rn['May']==72),
 ('lookup','The mean temperature in October was 9.1 °C.',R,te['October']==9.1),
 ('superlative','July was both the warmest and the wettest month.',S,mx(te)=='July' and mx(rn)=='July'),
 ('superlative','The least sunshine was recorded in January.',R,mn(su)=='January'),
 ('superlative','The year\'s lowest temperature, −11 °C, was measured in January.',S,mn(mi)=='January' and mi['January']==-11),
 ('superlative','February was the driest month of the year.',R,mn(rn)=='February'),
 ('order','June was the second sunniest month.',S,rank(su,2)=='June'),
 ('count','The thermometer climbed above 30 °C in three months.',S,sum(x>30 for x in ma.values())==3),
 ('count','In six months of the year the minimum fell below zero.',R,sum(x<0 for x in mi.values())==6),
 ('only','January was the only month with a mean temperature below freezing.',S,[k for k in K if te[k]<0]==['January']),
 ('total','Over the year, 738 mm of rain fell.',S,sum(rn.values())==738),
 ('total','June, July and August had 691 hours of sunshine between them.',S,su['June']+su['July']+su['August']==691),
 ('average','On average there was rain on 12 days a month.',R,round(sum(rd.values())/12)==12),
 ('growth','Sunshine hours increased month by month from January to July.',S,all(su[x]<su[y2] for x,y2 in zip(K[:6],K[1:7]))),
 ('growth','Rainfall rose from 39 mm in April to 91 mm in June.',R,rn['April']==39 and rn['June']==91),
 ('difference','August was 0.7 degrees cooler than July.',S,round(te['July']-te['August'],1)==.7),
 ('derived','In July, maximum and minimum were 25.3 degrees apart.',S,round(ma['July']-mi['July'],1)==25.3),
 ('compare2','November was sunnier but wetter than December.',R,su['November']>su['December'] and rn['November']>rn['December']),
 ('undecidable','It snowed on five days in February.',U,'snow is not in the table'),
 ('undecidable','July 2023 was hotter than July 2022.',U,'only 2023 in the table'),
 ('difference','How many degrees colder was February than March on average?',['4.5'],[round(te['March']-te['February'],1)]),
 ('superlative','Which month had the most rainy days?',['December'],[mx(rd)]),
 ('lookup','How many hours of sunshine were there in April?',['174'],[I(su['April'])]),
 ('count','In how many months did more than 60 mm of rain fall?',['6'],[sum(x>60 for x in rn.values())]),
]))
write(os.path.join(here,'a.jsonl'),'eva',G)
