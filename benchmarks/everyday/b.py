"""Everyday claims, set B. `python3 b.py` writes b.jsonl; each label is asserted."""
import os,sys; here=os.path.dirname(os.path.abspath(__file__)); sys.path.insert(0,here)
from datetime import datetime
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
# 1 hotel, season by month
t=Table(['Month','Nights available','Nights sold','Occupancy','Average rate (€)','Foreign guests'],[
 ['April','2,400','1,392','58%','94','31%'],['May','2,480','1,612','65%','99','34%'],['June','2,400','1,824','76%','112','38%'],['July','2,480','2,232','90%','138','47%'],['August','2,480','2,356','95%','145','52%'],['September','2,400','1,848','77%','118','41%'],['October','2,480','1,240','50%','90','28%']],'Hotel Seeblick, 2024 season')
K=t.keys(); av,so,oc,ra,fo=[{k:t.v(k,c) for k in K} for c in t.columns[1:]]; assert all(pct(so[k],av[k])==oc[k] for k in K)
G.append((t,[
 ('lookup','The hotel sold 1,824 room nights in June.',S,so['June']==1824),
 ('lookup','Guests paid an average of 118 euros a night in September.',S,ra['September']==118),
 ('lookup','Occupancy reached 67% in May.',R,oc['May']==67),
 ('superlative','August turned out to be the busiest month, with 95% of rooms filled.',S,mx(oc)=='August' and oc['August']==95),
 ('superlative','Rooms were cheapest in April.',R,mn(ra)=='April'),
 ('order','The third best month in terms of nights sold was June.',R,rank(so,3)=='June'),
 ('growth','The average rate climbed from €94 in April to €145 in August.',S,(ra['April'],ra['August'])==(94,145)),
 ('growth','Occupancy plunged by 27 percentage points from September to October.',S,oc['September']-oc['October']==27),
 ('growth','Nights sold rose by 220 between April and May and by 480 between June and July.',R,so['May']-so['April']==220 and so['July']-so['June']==480),
 ('growth','From July to August, the number of nights sold went up by nearly 10%.',R,9<=grow(so['July'],so['August'],1)<10),
 ('share','Exactly half of the rooms stood empty in October.',S,so['October']*2==av['October']),
 ('only','August was the only month in which more than half of the guests came from abroad.',S,[k for k in K if fo[k]>50]==['August']),
 ('count','The hotel was more than three quarters full in three months.',R,sum(x>75 for x in oc.values())==3),
 ('total','July and August accounted for 4,588 nights sold.',S,so['July']+so['August']==4588),
 ('total','Over the season the hotel sold 12,540 nights.',R,sum(so.values())==12540),
 ('difference','A room in August cost €55 a night more than in October.',S,ra['August']-ra['October']==55),
 ('derived','Room revenue in July came to about €308,000.',S,round(so['July']*ra['July']/1000)==308),
 ('undecidable','Families made up the bulk of the guests in August.',U,'families are not in the table'),
 ('undecidable','Demand in July was driven by the new spa.',U,'cause not in the table'),
 ('undecidable','Double rooms cost €145 on average in August.',U,'room types are not in the table'),
 ('lookup','What was the occupancy in September?',['77'],[I(oc['September'])]),
 ('superlative','In which month was the share of foreign guests smallest?',['October'],[mn(fo)]),
 ('difference','By how many euros did the average rate rise from June to July?',['26'],[I(ra['July']-ra['June'])]),
 ('order','Which month came second in nights sold?',['July'],[rank(so,2)]),
]))
# 2 school exams, one missing mark
t=Table(['Pupil','Class','Maths','English','Science','History'],[
 ['Amara','9A','78','85','72','90'],['Ben','9A','64','58','61','–'],['Chloe','9B','91','88','94','79'],['Dmitri','9B','83','67','88','71'],['Ella','9A','55','73','49','62'],['Farid','9B','70','70','66','58'],['Grace','9A','88','92','81','84'],['Hugo','9B','47','51','53','45']],'Year 9 exam marks (out of 100)')
K=t.keys(); ma,en,sc,hi=[{k:t.v(k,c) for k in K if t.v(k,c) is not None} for c in t.columns[2:]]; cl={k:t.r(k)['Class'] for k in K}; row=lambda k:[t.v(k,c) for c in t.columns[2:]]
G.append((t,[
 ('lookup','Chloe got 94 in science.',S,sc['Chloe']==94),
 ('lookup','Dmitri scored 76 marks in English.',R,en['Dmitri']==76),
 ('lookup','Farid earned the same mark in maths and English.',S,ma['Farid']==en['Farid']),
 ('superlative','Grace came top in English, but only second in maths.',S,mx(en)=='Grace' and rank(ma,2)=='Grace'),
 ('superlative','Hugo had the lowest mark in all four subjects.',R,all(mn(d)=='Hugo' for d in (ma,en,sc,hi))),
 ('order','In science, Chloe was followed by Grace and Dmitri, in that order.',R,[rank(sc,i) for i in (1,2,3)]==['Chloe','Grace','Dmitri']),
 ('compare2','Ella did better than Ben in English but worse in maths.',S,en['Ella']>en['Ben'] and ma['Ella']<ma['Ben']),
 ('difference','Chloe beat Dmitri by eight marks in maths.',S,ma['Chloe']-ma['Dmitri']==8),
 ('difference','There was a gap of 44 marks between the best and the worst maths result.',S,max(ma.values())-min(ma.values())==44),
 ('count','Six of the eight pupils got at least 70 in maths.',R,len(K)==8 and sum(x>=70 for x in ma.values())==6),
 ('count','Two pupils failed to reach 50 in science.',R,sum(x<50 for x in sc.values())==2),
 ('all','All pupils of class 9A passed English with 60 or more.',R,all(en[k]>=60 for k in K if cl[k]=='9A')),
 ('none','No one in 9B scored above 80 in history.',S,all(hi[k]<=80 for k in K if cl[k]=='9B')),
 ('both','Neither Ella nor Hugo reached 60 in maths.',S,ma['Ella']<60 and ma['Hugo']<60),
 ('average','The average maths mark was 72.',S,sum(ma.values())/8==72),
 ('average','In science, class 9A averaged 67.5.',R,sum(sc[k] for k in K if cl[k]=='9A')/4==67.5),
 ('only','Only Chloe scored more than 90 in two subjects.',S,[k for k in K if sum(x is not None and x>90 for x in row(k))==2]==['Chloe'] and all(sum(x is not None and x>90 for x in row(k))<2 for k in K if k!='Chloe')),
 ('missing','Ben got more marks in history than Hugo.',U,'Ben has no history mark'),
 ('undecidable','Grace studied harder than anyone else in her class.',U,'effort is not in the table'),
 ('undecidable','Chloe improved her maths mark compared with last year.',U,'no earlier year in the table'),
 ('lookup','What mark did Ella get in history?',['62'],[I(hi['Ella'])]),
 ('superlative','Who had the lowest mark in science?',['Ella'],[mn(sc)]),
 ('conditional','Which pupil in 9B was best in English?',['Chloe'],[mx({k:en[k] for k in K if cl[k]=='9B'})]),
 ('missing','What was Ben\'s mark in history?',U,'a dash in the cell'),
]))
# 3 app releases, textual dates
t=Table(['Version','Released','Type','New features','Bugs fixed','Size (MB)'],[
 ['v3.0','12 Sep 2023','Major','12','41','84.0'],['v3.0.1','26 Sep 2023','Hotfix','0','9','84.1'],['v3.1','14 Nov 2023','Minor','5','23','86.7'],['v3.2','6 Feb 2024','Minor','4','18','88.2'],['v3.2.1','9 Feb 2024','Hotfix','0','3','88.2'],['v4.0','21 May 2024','Major','15','57','97.5'],['v4.1','3 Sep 2024','Minor','6','30','96.1']],'Release history')
K=t.keys(); fe,bu,si=[{k:t.v(k,c) for k in K} for c in t.columns[3:]]; ty={k:t.r(k)['Type'] for k in K}; da={k:datetime.strptime(t.r(k)['Released'],'%d %b %Y') for k in K}; D=datetime
G.append((t,[
 ('date','Version v4.0 came out on 21 May 2024.',S,da['v4.0']==D(2024,5,21)),
 ('date','We shipped v3.1 in October 2023.',R,(da['v3.1'].year,da['v3.1'].month)==(2023,10)),
 ('date','The hotfix v3.2.1 followed three days after v3.2.',S,(da['v3.2.1']-da['v3.2']).days==3),
 ('date','Exactly a month passed between v3.0 and v3.0.1.',R,(da['v3.0'].day,da['v3.0'].month+1)==(da['v3.0.1'].day,da['v3.0.1'].month)),
 ('date','Three versions were released in 2023 and four in 2024.',S,(sum(d.year==2023 for d in da.values()),sum(d.year==2024 for d in da.values()))==(3,4)),
 ('date','No major version has been released since May 2024.',S,max(da[k] for k in K if ty[k]=='Major')==D(2024,5,21)),
 ('date','Between March and August 2024 two releases went out.',R,sum(D(2024,3,1)<=d<=D(2024,8,31) for d in da.values())==2),
 ('lookup','In v4.1, which was a minor release, 13 bugs were fixed.',R,ty['v4.1']=='Minor' and bu['v4.1']==13),
 ('superlative','v4.0 fixed more bugs than any other version.',S,mx(bu)=='v4.0'),
 ('superlative','The latest release is also the biggest download.',R,mx(si)==max(da,key=da.get)),
 ('growth','The app shrank by 1.4 MB from v4.0 to v4.1.',S,round(si['v4.0']-si['v4.1'],1)==1.4),
 ('growth','The size of the app grew with every release up to v4.0.',R,all(si[a]<si[b] for a,b in zip(K[:5],K[1:6]))),
 ('count','Two of the seven releases were hotfixes.',S,len(K)==7 and sum(x=='Hotfix' for x in ty.values())==2),
 ('none','Neither hotfix added any features.',S,all(fe[k]==0 for k in K if ty[k]=='Hotfix')),
 ('total','The two major versions added 27 features between them.',S,sum(fe[k] for k in K if ty[k]=='Major')==27),
 ('share','More than half of all bug fixes were delivered in the major versions.',S,sum(bu[k] for k in K if ty[k]=='Major')>sum(bu.values())/2),
 ('undecidable','Users complained about the new design of v4.0.',U,'not in the table'),
 ('undecidable','v3.1 fixed five security bugs.',U,'security is not in the table'),
 ('date','When was v3.1 released?',['14 Nov 2023'],[t.r('v3.1')['Released']]),
 ('date','How many days after v3.2 did v3.2.1 appear?',['3'],[(da['v3.2.1']-da['v3.2']).days]),
 ('lookup','How many bugs did v4.0 fix?',['57'],[I(bu['v4.0'])]),
 ('superlative','Which minor release had the most new features?',['v4.1'],[mx({k:fe[k] for k in K if ty[k]=='Minor'})]),
 ('date','Which was the first version of 2024?',['v3.2'],[min([k for k in K if da[k].year==2024],key=da.get)]),
]))
# 4 regional sales, subtotals and a grand total
t=Table(['Store','Region','2022','2023','2024'],[
 ['Aldbury','North','820','865','910'],['Brigham','North','640','610','655'],['Subtotal North','','1,460','1,475','1,565'],['Carlow','South','1,120','1,180','1,175'],['Denby','South','455','500','560'],['Ewell','South','310','295','280'],['Subtotal South','','1,885','1,975','2,015'],['Fenwick','West','730','745','790'],['Goring','West','540','580','650'],['Subtotal West','','1,270','1,325','1,440'],['Grand total','','4,615','4,775','5,020']],'Net sales by store, $ thousand')
V=t.v; Y=['2022','2023','2024']; K=[k for k in t.keys() if 'otal' not in k]; reg={k:t.r(k)['Region'] for k in K}; y=lambda c:{k:V(k,c) for k in K}; sub=lambda c:{r:V('Subtotal '+r,c) for r in ('North','South','West')}
assert all(sum(y(c).values())==V('Grand total',c)==sum(sub(c).values()) and all(sum(V(k,c) for k in K if reg[k]==r)==x for r,x in sub(c).items()) for c in Y)
G.append((t,[
 ('lookup','The Carlow store turned over $1.18 million in 2023.',S,V('Carlow','2023')*1000==1.18e6),
 ('lookup','Goring posted sales of $605,000 in 2024.',R,V('Goring','2024')==605),
 ('total','Company-wide sales topped five million dollars in 2024.',S,V('Grand total','2024')>5000),
 ('superlative','Carlow has been the top-selling store in all three years.',S,all(mx(y(c))=='Carlow' for c in Y)),
 ('superlative','Denby was the smallest store in 2024.',R,mn(y('2024'))=='Denby'),
 ('superlative','Of the three regions, the North recorded the lowest sales in 2024.',R,mn(sub('2024'))=='North'),
 ('growth','Sales at Ewell have fallen two years running.',S,V('Ewell','2022')>V('Ewell','2023')>V('Ewell','2024')),
 ('growth','Denby grew by 12% in 2024.',S,grow(V('Denby','2023'),V('Denby','2024'),1)==12),
 ('growth','Overall sales increased by 6.1% on the previous year in 2024.',R,grow(V('Grand total','2023'),V('Grand total','2024'),1)==6.1),
 ('growth','After a dip in 2023, Brigham recovered and ended 2024 above its 2022 level.',S,V('Brigham','2023')<V('Brigham','2022')<V('Brigham','2024')),
 ('count','Two stores sold less in 2024 than the year before.',S,sum(V(k,'2024')<V(k,'2023') for k in K)==2),
 ('all','Each of the three regions improved on its 2022 result in both 2023 and 2024.',S,all(sub('2022')[r]<min(sub('2023')[r],sub('2024')[r]) for r in sub('2022'))),
 ('share','The South contributed about 40% of total sales in 2024.',S,pct(V('Subtotal South','2024'),V('Grand total','2024'))==40),
 ('share','Carlow alone brought in more than a quarter of all sales in 2024.',R,V('Carlow','2024')>V('Grand total','2024')/4),
 ('difference','In 2022 the North outsold the West by $190,000.',S,V('Subtotal North','2022')-V('Subtotal West','2022')==190),
 ('conditional','Excluding Carlow, the South had sales of $480,000 in 2024.',R,V('Subtotal South','2024')-V('Carlow','2024')==480),
 ('only','Ewell is the only store in the South that sold less in 2024 than in 2023.',R,[k for k in K if reg[k]=='South' and V(k,'2024')<V(k,'2023')]==['Ewell']),
 ('undecidable','The Ewell store will be closed next year.',U,'prediction'),
 ('undecidable','Profits at Aldbury rose in 2024.',U,'profits are not in the table'),
 ('lookup','What were the sales of Brigham in 2022, in thousand dollars?',['640'],[I(V('Brigham','2022'))]),
 ('superlative','Which region had the highest sales in 2023?',['South'],[mx(sub('2023'))]),
 ('count','How many stores sold more than $700,000 in 2024?',['3'],[sum(x>700 for x in y('2024').values())]),
 ('growth','Which store gained the most between 2022 and 2024?',['Goring'],[mx({k:V(k,'2024')-V(k,'2022') for k in K})]),
]))
# 5 inventory with missing cells
t=Table(['Item','Warehouse','Quantity','Minimum','Unit cost (€)','Last counted','Supplier'],[
 ['M8 bolts','A','4,200','1,000','0.12','2025-01-14','Kessler'],['Copper wire','A','850','900','1.35','2025-02-03','Norvolt'],['Circuit breakers','B','132','50','8.90','','Norvolt'],['Cable ties','B','11,500','2,000','0.03','2024-11-20','Kessler'],['Junction boxes','A','','60','2.40','2025-02-03','Brandt'],['LED panels','C','48','40','31.50','2025-01-28','–'],['Switches','B','275','150','3.20','2024-12-09','Brandt'],['Work gloves','C','96','120','2.75','2025-01-14','Safewear']],'Stock list')
K=t.keys(); V=t.v; d={k:t.r(k) for k in K}; q={k:V(k,'Quantity') for k in K if V(k,'Quantity') is not None}; m={k:V(k,'Minimum') for k in K}; u={k:V(k,'Unit cost (€)') for k in K}; wh=lambda w:[k for k in K if d[k]['Warehouse']==w]; dt={k:d[k]['Last counted'] for k in K if d[k]['Last counted']}
G.append((t,[
 ('lookup','There are 275 switches left in warehouse B.',S,q['Switches']==275 and d['Switches']['Warehouse']=='B'),
 ('lookup','The work gloves are supplied by Brandt.',R,d['Work gloves']['Supplier']=='Brandt'),
 ('lookup','M8 bolts are kept in warehouse C.',R,d['M8 bolts']['Warehouse']=='C'),
 ('superlative','At €31.50 apiece, LED panels are the costliest item we stock.',S,mx(u)=='LED panels' and u['LED panels']==31.5),
 ('superlative','The cheapest item in the store room is the M8 bolt, at 12 cents.',R,mn(u)=='M8 bolts' and u['M8 bolts']==.12),
 ('compare2','A junction box is more expensive than a switch.',R,u['Junction boxes']>u['Switches']),
 ('difference','We are 50 short of the minimum for copper wire.',S,m['Copper wire']-q['Copper wire']==50),
 ('difference','Stocks of LED panels exceed the minimum by 18.',R,q['LED panels']-m['LED panels']==18),
 ('ratio','There are more than four times as many M8 bolts in stock as required.',S,q['M8 bolts']>4*m['M8 bolts']),
 ('count','Four of the items are stored in warehouse B.',R,len(wh('B'))==4),
 ('both','Both copper wire and work gloves have dropped below their minimum.',S,q['Copper wire']<m['Copper wire'] and q['Work gloves']<m['Work gloves']),
 ('derived','The circuit breakers on hand are worth roughly €1,175.',S,round(q['Circuit breakers']*u['Circuit breakers'])==1175),
 ('derived','The stock of LED panels has a value of €1,521.',R,q['LED panels']*u['LED panels']==1521),
 ('date','The cable ties have not been counted since November 2024.',S,dt['Cable ties'][:7]=='2024-11'),
 ('date','On 3 February 2025 the copper wire and the junction boxes were counted.',S,dt['Copper wire']==dt['Junction boxes']=='2025-02-03'),
 ('all','All items in warehouse B are above their minimum stock.',S,all(q[k]>m[k] for k in wh('B'))),
 ('missing','Junction boxes are below the minimum of 60.',U,'empty cell'),
 ('missing','The circuit breakers were last counted in January.',U,'empty cell'),
 ('missing','Who supplies the LED panels?',U,'a dash in the cell'),
 ('lookup','How many cable ties are in stock?',['11500'],[I(q['Cable ties'])]),
 ('conditional','Which item in warehouse C is below its minimum?',['Work gloves'],[k for k in wh('C') if q[k]<m[k]]),
 ('date','When were the switches last counted?',['2024-12-09'],[dt['Switches']]),
]))
# 6 library loans, row totals but no total row
t=Table(['Branch','Books','E-books','DVDs','Magazines','Total loans','Members'],[
 ['Central','14,820','6,310','2,140','1,930','25,200','8,400'],['Eastgate','5,240','1,120','860','580','7,800','2,600'],['Hillside','3,910','2,090','410','390','6,800','1,700'],['Marina','2,460','980','720','340','4,500','1,800'],['Oakfield','4,170','1,700','370','460','6,700','2,500']],'City library, loans in 2024')
K=t.keys(); bo,eb,dv,mg,to,me=[{k:t.v(k,c) for k in K} for c in t.columns[1:]]; assert all(bo[k]+eb[k]+dv[k]+mg[k]==to[k] for k in K); sm=lambda x:sum(x.values()); per={k:to[k]/me[k] for k in K}
G.append((t,[
 ('lookup','Readers borrowed 4,710 books from the Oakfield branch.',R,bo['Oakfield']==4710),
 ('superlative','Oakfield issued the fewest DVDs of all branches.',S,mn(dv)=='Oakfield'),
 ('superlative','Hillside had the smallest number of loans.',R,mn(to)=='Hillside'),
 ('superlative','The branch with the most loans per member was Hillside, at four.',S,mx(per)=='Hillside' and per['Hillside']==4),
 ('order','By membership, Eastgate comes second and Oakfield third.',S,rank(me,2)=='Eastgate' and rank(me,3)=='Oakfield'),
 ('order','For e-books, Eastgate was runner-up to Central.',R,rank(eb,1)=='Central' and rank(eb,2)=='Eastgate'),
 ('total','Across the five branches, the library recorded 51,000 loans.',S,len(K)==5 and sm(to)==51000),
 ('total','A total of 12,500 e-books were borrowed.',R,sm(eb)==12500),
 ('share','Books made up 60% of all loans.',S,pct(sm(bo),sm(to),1)==60),
 ('share','Central handled almost half of all loans.',S,45<pct(sm({'c':to['Central']}),sm(to),1)<50),
 ('share','E-books represented more than 30% of loans at Oakfield.',R,eb['Oakfield']>.3*to['Oakfield']),
 ('derived','Members of the Eastgate branch took out three items each on average.',S,per['Eastgate']==3),
 ('average','On average, the branches lent 900 DVDs each.',S,sm(dv)/5==900),
 ('ratio','Central has more than five times as many members as Hillside.',R,me['Central']>5*me['Hillside']),
 ('compare2','Marina lent out more DVDs than Hillside, although it issued fewer books.',S,dv['Marina']>dv['Hillside'] and bo['Marina']<bo['Hillside']),
 ('difference','Hillside was only 100 loans ahead of Oakfield.',S,to['Hillside']-to['Oakfield']==100),
 ('count','Magazines were borrowed fewer than 500 times at four branches.',R,sum(x<500 for x in mg.values())==4),
 ('undecidable','Children\'s books were the most popular category at Eastgate.',U,'children\'s books are not in the table'),
 ('undecidable','Hillside lends so many e-books because its readers are younger.',U,'cause and age are not in the table'),
 ('lookup','How many DVDs were lent at Eastgate?',['860'],[I(dv['Eastgate'])]),
 ('total','How many members does the library have in all?',['17000'],[I(sm(me))]),
 ('superlative','At which branch were magazines borrowed least often?',['Marina'],[mn(mg)]),
 ('difference','How many more books than e-books were lent at Central?',['8510'],[I(bo['Central']-eb['Central'])]),
]))
# 7 rental cars, text features, 'unlimited' in a number column
t=Table(['Model','Class','Fuel','Seats','Gearbox','Price per day (€)','Km included','Deposit (€)','Cars'],[
 ['Minno','Small','Petrol','4','Manual','29','200','200','14'],['Corva','Compact','Petrol','5','Manual','38','250','300','22'],['Corva E','Compact','Electric','5','Automatic','49','250','400','9'],['Tavira','Estate','Diesel','5','Manual','54','unlimited','400','11'],['Ridge','SUV','Hybrid','5','Automatic','75','unlimited','600','8'],['Largo','Minibus','Diesel','9','Manual','87','300','600','5'],['Zephyr','Convertible','Petrol','4','Automatic','98','150','1,000','2']],'Rental fleet and rates')
K=t.keys(); d={k:t.r(k) for k in K}; C=lambda c:{k:t.v(k,c) for k in K}; p=C('Price per day (€)'); se=C('Seats'); de=C('Deposit (€)'); n=C('Cars'); km={k:x for k,x in C('Km included').items() if x is not None}
G.append((t,[
 ('lookup','The Tavira runs on diesel and comes with unlimited kilometres.',S,d['Tavira']['Fuel']=='Diesel' and d['Tavira']['Km included']=='unlimited'),
 ('lookup','For the Corva E, a deposit of 300 euros is required.',R,de['Corva E']==300),
 ('lookup','How many seats does the Largo have?',['9'],[I(se['Largo'])]),
 ('negation','The Zephyr does not have a manual gearbox.',S,d['Zephyr']['Gearbox']!='Manual'),
 ('negation','The Minno is not available with a petrol engine.',R,d['Minno']['Fuel']!='Petrol'),
 ('superlative','The dearest model to rent is the Largo.',R,mx(p)=='Largo'),
 ('superlative','Among the automatics, the Corva E has the lowest daily rate.',S,mn({k:p[k] for k in K if d[k]['Gearbox']=='Automatic'})=='Corva E'),
 ('conditional','The cheapest five-seater is the Corva, at €38 per day.',S,mn({k:p[k] for k in K if se[k]==5})=='Corva' and p['Corva']==38),
 ('count','Three of the seven models are automatics.',S,len(K)==7 and sum(d[k]['Gearbox']=='Automatic' for k in K)==3),
 ('count','Four models run on petrol.',R,sum(d[k]['Fuel']=='Petrol' for k in K)==4),
 ('count','Two models come without a mileage limit.',S,sum(d[k]['Km included']=='unlimited' for k in K)==2),
 ('total','The fleet consists of 71 cars.',S,sum(n.values())==71),
 ('total','There are 36 petrol cars in the fleet.',R,sum(n[k] for k in K if d[k]['Fuel']=='Petrol')==36),
 ('only','The Largo is the only vehicle with more than five seats.',S,[k for k in K if se[k]>5]==['Largo']),
 ('all','Every car that costs over €70 a day requires a deposit of more than €600.',R,all(de[k]>600 for k in K if p[k]>70)),
 ('difference','The electric version of the Corva costs 11 euros a day more than the petrol one.',S,p['Corva E']-p['Corva']==11 and (d['Corva E']['Fuel'],d['Corva']['Fuel'])==('Electric','Petrol')),
 ('ratio','The deposit for the Zephyr is five times that for the Minno.',S,de['Zephyr']==5*de['Minno']),
 ('derived','A week with the Tavira would come to €387 at the daily rate.',R,7*p['Tavira']==387),
 ('undecidable','The Ridge uses less fuel than the Tavira.',U,'consumption is not in the table'),
 ('undecidable','Insurance is included in the price of the Corva.',U,'insurance is not in the table'),
 ('lookup','How many kilometres are included with the Zephyr?',['150'],[I(km['Zephyr'])]),
 ('superlative','Which diesel model is cheaper?',['Tavira'],[mn({k:p[k] for k in K if d[k]['Fuel']=='Diesel'})]),
 ('derived','What does it cost to rent a Minno for ten days?',['290'],[I(10*p['Minno'])]),
]))
# 8 marketing campaigns
t=Table(['Campaign','Channel','Start','Cost ($)','Clicks','Orders','Conversion rate'],[
 ['Spring Refresh','E-mail','2024-03-18','1,200','4,800','240','5.0%'],['Summer Splash','Social','2024-06-10','4,200','10,500','168','1.6%'],['Back to School','Search','2024-08-12','6,500','13,000','390','3.0%'],['Loyalty Week','E-mail','2024-10-07','800','2,500','175','7.0%'],['Black Friday','Search','2024-11-25','9,600','16,000','720','4.5%'],['Holiday Gifts','Social','2024-12-02','5,000','8,000','200','2.5%']],'Campaign report 2024')
K=t.keys(); co,ck,od,cv=[{k:t.v(k,c) for k in K} for c in t.columns[3:]]; ch={k:t.r(k)['Channel'] for k in K}; st={k:t.r(k)['Start'] for k in K}; by=lambda x,c:sum(x[k] for k in K if ch[k]==c); sm=lambda x:sum(x.values()); assert all(pct(od[k],ck[k],1)==cv[k] for k in K)
cpo={k:co[k]/od[k] for k in K}; cpc={k:co[k]/ck[k] for k in K}
G.append((t,[
 ('lookup','We spent $4,800 on Summer Splash.',R,co['Summer Splash']==4800),
 ('lookup','Holiday Gifts converted 2.5% of its clicks into orders.',S,cv['Holiday Gifts']==2.5),
 ('superlative','The Black Friday campaign was the most expensive but also produced the most orders.',S,mx(co)=='Black Friday' and mx(od)=='Black Friday'),
 ('superlative','Spring Refresh achieved the best conversion rate.',R,mx(cv)=='Spring Refresh'),
 ('superlative','Summer Splash, a social campaign, converted worst.',S,mn(cv)=='Summer Splash' and ch['Summer Splash']=='Social'),
 ('order','The campaign with the second fewest orders was Loyalty Week.',S,rank(od,2,True)=='Loyalty Week'),
 ('total','The six campaigns cost $27,300 in total.',S,len(K)==6 and sm(co)==27300),
 ('total','E-mail brought in 451 orders.',R,by(od,'E-mail')==451),
 ('share','Black Friday was responsible for 48% of all orders.',R,pct(od['Black Friday'],sm(od))==48),
 ('derived','Spring Refresh cost just 25 cents per click.',S,cpc['Spring Refresh']==.25),
 ('derived','Holiday Gifts had the lowest cost per click.',R,mn(cpc)=='Holiday Gifts'),
 ('ratio','Holiday Gifts was more than six times as expensive as Loyalty Week.',S,co['Holiday Gifts']>6*co['Loyalty Week']),
 ('count','Three campaigns had a conversion rate of at least 4%.',S,sum(x>=4 for x in cv.values())==3),
 ('count','Only one campaign attracted fewer than 5,000 clicks.',R,sum(x<5000 for x in ck.values())==1),
 ('all','Both search campaigns brought in more than 300 orders.',S,all(od[k]>300 for k in K if ch[k]=='Search')),
 ('date','Half of the campaigns started before September.',S,sum(x<'2024-09-01' for x in st.values())*2==len(K)),
 ('date','Loyalty Week began in November.',R,st['Loyalty Week'][5:7]=='11'),
 ('undecidable','Black Friday would have sold more with a bigger budget.',U,'hypothetical'),
 ('undecidable','Most Summer Splash clicks came from mobile devices.',U,'devices are not in the table'),
 ('undecidable','The conversion rate of Summer Splash was 3.4% lower than that of Spring Refresh.',U,'percent or percentage points: the two differ'),
 ('lookup','How much did Back to School cost?',['6500'],[I(co['Back to School'])]),
 ('superlative','Which campaign had the lowest cost per order?',['Loyalty Week'],[mn(cpo)]),
 ('total','How many orders came from social campaigns?',['368'],[I(by(od,'Social'))]),
 ('date','When did the Black Friday campaign start?',['2024-11-25'],[st['Black Friday']]),
]))
# 9 nutrition per 100 g
t=Table(['Food','Energy (kcal)','Protein (g)','Fat (g)','Carbohydrate (g)','of which sugars (g)','Fibre (g)','Salt (g)'],[
 ['Granola','452','9.8','17.5','61.0','21.4','7.2','0.15'],['Rye bread','241','6.2','1.4','46.5','3.1','8.3','1.10'],['Hummus','306','7.4','26.1','9.8','0.9','5.2','1.25'],['Greek yoghurt','120','6.4','9.0','3.8','3.8','0.0','0.12'],['Tomato soup','44','0.9','1.6','6.2','4.7','0.8','0.70'],['Cheddar','416','25.4','34.9','0.1','0.1','0.0','1.80'],['Apple','52','0.3','0.2','11.6','10.4','2.4','0.00']],'Nutrition facts per 100 g')
K=t.keys(); en,pr,fa,ca,su,fi,sa=[{k:t.v(k,c) for k in K} for c in t.columns[1:]]
G.append((t,[
 ('lookup','100 g of hummus provides 360 kcal.',R,en['Hummus']==360),
 ('lookup','There are 3.8 grams of sugar in 100 g of Greek yoghurt.',S,su['Greek yoghurt']==3.8),
 ('lookup','Tomato soup has a salt content of 0.07 g per 100 g.',R,sa['Tomato soup']==.07),
 ('superlative','Granola packs the most calories, ahead of cheddar.',S,mx(en)=='Granola' and rank(en,2)=='Cheddar'),
 ('superlative','Hummus is the fattiest of the seven foods.',R,mx(fa)=='Hummus'),
 ('superlative','The food with the fewest calories is the apple.',R,mn(en)=='Apple'),
 ('ratio','Granola has more than twice as much sugar as an apple.',S,su['Granola']>2*su['Apple']),
 ('ratio','Weight for weight, cheddar supplies five times as much protein as rye bread.',R,round(pr['Cheddar']/pr['Rye bread'])==5),
 ('difference','Hummus has 0.15 g more salt than rye bread.',S,round(sa['Hummus']-sa['Rye bread'],2)==.15),
 ('count','Two of the foods contain no fibre.',S,sum(x==0 for x in fi.values())==2),
 ('count','Four foods have more than 1 g of salt per 100 g.',R,sum(x>1 for x in sa.values())==4),
 ('only','The apple is the only food free of salt.',S,[k for k in K if sa[k]==0]==['Apple']),
 ('all','All foods except the apple and the tomato soup contain at least 6 g of protein.',S,all(pr[k]>=6 for k in K if k not in ('Apple','Tomato soup'))),
 ('share','Sugars make up roughly 35% of the carbohydrate in granola.',S,pct(su['Granola'],ca['Granola'])==35),
 ('derived','A 30 g slice of cheddar contains about 10.5 g of fat.',S,round(fa['Cheddar']*.3,1)==10.5),
 ('derived','A 250 g bowl of tomato soup provides 120 kcal.',R,en['Tomato soup']*2.5==120),
 ('compare2','Greek yoghurt is higher in protein but lower in energy than rye bread.',S,pr['Greek yoghurt']>pr['Rye bread'] and en['Greek yoghurt']<en['Rye bread']),
 ('undecidable','Hummus is high in saturated fat.',U,'saturated fat is not in the table'),
 ('undecidable','Rye bread is healthier than granola.',U,'opinion'),
 ('undecidable','How much vitamin C is there in the apple?',U,'not in the table'),
 ('lookup','How many grams of fat does Greek yoghurt contain?',['9'],[I(fa['Greek yoghurt'])]),
 ('superlative','Which food has the most fibre?',['Rye bread'],[mx(fi)]),
 ('count','How many of the foods have more than 300 kcal per 100 g?',['3'],[sum(x>300 for x in en.values())]),
]))
# 10 balance sheet
t=Table(['€ million','31 Dec 2024','31 Dec 2023'],[
 ['Cash and cash equivalents','342.6','298.1'],['Trade receivables','415.0','438.2'],['Inventories','287.4','301.9'],['Total current assets','1,045.0','1,038.2'],['Property, plant and equipment','868.5','821.3'],['Goodwill','210.0','225.0'],['Total non-current assets','1,078.5','1,046.3'],['Total assets','2,123.5','2,084.5'],['Trade payables','298.7','312.4'],['Short-term borrowings','120.5','180.0'],['Total current liabilities','419.2','492.4'],['Long-term borrowings','560.0','520.0'],['Pension provisions','94.3','97.1'],['Total non-current liabilities','654.3','617.1'],['Total liabilities','1,073.5','1,109.5'],['Total equity','1,050.0','975.0'],['Total equity and liabilities','2,123.5','2,084.5']],'Consolidated balance sheet')
N,O=t.columns[1:]; n=lambda k:t.v(k,N); o=lambda k:t.v(k,O); df=lambda k:round(n(k)-o(k),1)
for f in (n,o):
    e=lambda x,*ks:abs(f(x)-sum(map(f,ks)))<.01
    assert e('Total current assets','Cash and cash equivalents','Trade receivables','Inventories') and e('Total assets','Total current assets','Total non-current assets') and e('Total non-current assets','Property, plant and equipment','Goodwill') and e('Total liabilities','Total current liabilities','Total non-current liabilities') and e('Total current liabilities','Trade payables','Short-term borrowings') and e('Total non-current liabilities','Long-term borrowings','Pension provisions') and e('Total assets','Total equity','Total liabilities')
G.append((t,[
 ('lookup','At 31 December 2023, inventories stood at €287.4 million.',R,o('Inventories')==287.4),
 ('lookup','Total equity passed the billion-euro mark in 2024.',S,n('Total equity')>1000>o('Total equity')),
 ('growth','Total assets grew by €39 million to €2,123.5 million.',S,df('Total assets')==39 and n('Total assets')==2123.5),
 ('growth','Cash rose by 14.9% over the year.',S,grow(o('Cash and cash equivalents'),n('Cash and cash equivalents'),1)==14.9),
 ('growth','Trade receivables increased by €23.2 million.',R,df('Trade receivables')==23.2),
 ('growth','Short-term borrowings were cut by roughly a third, from 180.0 to 120.5 million euros.',S,grow(o('Short-term borrowings'),n('Short-term borrowings'))==-33),
 ('growth','Goodwill was down 15% on the previous year.',R,grow(o('Goodwill'),n('Goodwill'))==-15),
 ('growth','Long-term borrowings went from €560 million in 2023 to €520 million in 2024.',R,(o('Long-term borrowings'),n('Long-term borrowings'))==(560,520)),
 ('compare2','At the end of 2024 non-current assets exceeded current assets.',S,n('Total non-current assets')>n('Total current assets')),
 ('compare2','Liabilities were higher than equity at the end of 2024, by €23.5 million.',S,round(n('Total liabilities')-n('Total equity'),1)==23.5),
 ('ratio','Current assets covered current liabilities more than 2.5 times in 2024.',R,n('Total current assets')/n('Total current liabilities')>2.5),
 ('share','The equity ratio stood at 49.4% at year-end 2024.',S,pct(n('Total equity'),n('Total assets'),1)==49.4),
 ('share','Goodwill represents about a tenth of total assets.',S,pct(n('Goodwill'),n('Total assets'))==10),
 ('combined','Short-term and long-term borrowings together came to €680.5 million in 2024, less than a year earlier.',S,n('Short-term borrowings')+n('Long-term borrowings')==680.5<o('Short-term borrowings')+o('Long-term borrowings')),
 ('combined','Trade receivables and inventories added up to €740.1 million at the end of 2024.',R,round(n('Trade receivables')+n('Inventories'),1)==740.1),
 ('both','Both trade payables and pension provisions rose in 2024.',R,df('Trade payables')>0 and df('Pension provisions')>0),
 ('superlative','Property, plant and equipment was the largest single asset item in both years.',S,all(f('Property, plant and equipment')>max(map(f,('Goodwill','Cash and cash equivalents','Trade receivables','Inventories'))) for f in (n,o))),
 ('undecidable','The reduction in goodwill was the result of an impairment in Spain.',U,'cause not in the table'),
 ('undecidable','The company made a profit of €75 million in 2024.',U,'profit is not in the table'),
 ('undecidable','Most of the long-term borrowings are denominated in dollars.',U,'currencies are not in the table'),
 ('lookup','How high were trade payables at the end of 2023, in million euros?',['312.4'],[o('Trade payables')]),
 ('difference','By how many million euros did property, plant and equipment increase in 2024?',['47.2'],[df('Property, plant and equipment')]),
 ('lookup','What was total equity at 31 December 2023 (in million euros)?',['975'],[I(o('Total equity'))]),
 ('share','What percentage of total assets was cash at the end of 2024, rounded to a whole percent?',['16'],[I(pct(n('Cash and cash equivalents'),n('Total assets')))]),
]))
# 11 support tickets by week
t=Table(['Week','Opened','Closed','Backlog','Median response (h)','Satisfaction'],[
 ['Week 1','140','128','72','3.4','91%'],['Week 2','155','149','78','3.9','89%'],['Week 3','198','160','116','6.2','82%'],['Week 4','170','181','105','5.5','84%'],['Week 5','133','169','69','3.1','92%'],['Week 6','120','120','69','2.8','94%']],'Support desk, tickets')
K=t.keys(); op,cl,bl,re,sa=[{k:t.v(k,c) for k in K} for c in t.columns[1:]]; sm=lambda x:sum(x.values()); assert all(bl[a]+op[b]-cl[b]==bl[b] for a,b in zip(K,K[1:]))
G.append((t,[
 ('lookup','The team closed 160 tickets in week 4.',R,cl['Week 4']==160),
 ('lookup','At the end of week 3, 116 tickets were still waiting.',S,bl['Week 3']==116),
 ('lookup','Satisfaction was 89% in week 1.',R,sa['Week 1']==89),
 ('superlative','Week 3 was the worst week: it had the longest response time and the lowest satisfaction.',S,mx(re)=='Week 3' and mn(sa)=='Week 3'),
 ('superlative','The fewest tickets were closed in week 1.',R,mn(cl)=='Week 1'),
 ('order','Week 4 saw the second highest number of new tickets.',S,rank(op,2)=='Week 4'),
 ('growth','The median response time has come down every week since week 3.',S,re['Week 3']>re['Week 4']>re['Week 5']>re['Week 6']),
 ('growth','The backlog went up by 38 from week 2 to week 3.',S,bl['Week 3']-bl['Week 2']==38),
 ('growth','Satisfaction rose by 8 percentage points between week 4 and week 5 and by 2 more in week 6.',S,sa['Week 5']-sa['Week 4']==8 and sa['Week 6']-sa['Week 5']==2),
 ('growth','New tickets dropped from 198 in week 3 to 130 in week 5.',R,(op['Week 3'],op['Week 5'])==(198,130)),
 ('growth','Satisfaction went up by 10% from week 3 to week 5.',U,'percent or percentage points: the two differ'),
 ('count','In two of the six weeks more tickets were closed than opened.',S,len(K)==6 and sum(cl[k]>op[k] for k in K)==2),
 ('count','The backlog was over 100 in three weeks.',R,sum(x>100 for x in bl.values())==3),
 ('total','A total of 916 tickets came in, and 907 were closed.',S,sm(op)==916 and sm(cl)==907),
 ('average','The desk closed about 161 tickets a week on average.',R,round(sm(cl)/6)==161),
 ('both','The backlog was the same at the end of weeks 5 and 6.',S,bl['Week 5']==bl['Week 6']),
 ('ratio','In week 3, customers waited more than twice as long for a response as in week 6.',S,re['Week 3']>2*re['Week 6']),
 ('only','Week 3 is the only week with a median response time above five hours.',R,[k for k in K if re[k]>5]==['Week 3']),
 ('undecidable','The surge in week 3 was caused by a faulty update.',U,'cause not in the table'),
 ('lookup','How many tickets were opened in week 6?',['120'],[I(op['Week 6'])]),
 ('superlative','In which week was satisfaction highest?',['Week 6'],[mx(sa)]),
 ('difference','By how many did closed tickets exceed opened ones in week 5?',['36'],[I(cl['Week 5']-op['Week 5'])]),
 ('undecidable','Why did the backlog grow in week 3?',U,'reasons are not in the table'),
]))
# 12 farm yields
t=Table(['Crop','Area (ha)','Yield 2022 (t/ha)','Yield 2023 (t/ha)','Yield 2024 (t/ha)','Harvest 2024 (t)','Price 2024 (€/t)'],[
 ['Winter wheat','120','7.4','6.9','7.8','936','215'],['Barley','65','6.1','5.6','6.0','390','190'],['Oilseed rape','40','3.5','3.8','3.2','128','440'],['Sugar beet','30','71.0','64.5','78.0','2,340','48'],['Potatoes','25','38.2','40.4','36.8','920','160'],['Grain maize','20','9.5','8.1','9.9','198','205']],'Hof Brunner, yields')
K=t.keys(); ar,y2,y3,y4,ha,pr=[{k:t.v(k,c) for k in K} for c in t.columns[1:]]; sm=lambda x:sum(x.values()); rev={k:ha[k]*pr[k] for k in K}; assert all(round(ar[k]*y4[k],1)==ha[k] for k in K)
G.append((t,[
 ('lookup','Winter wheat yielded 6.9 tonnes per hectare in 2023.',S,y3['Winter wheat']==6.9),
 ('lookup','Oilseed rape fetched 404 euros a tonne in 2024.',R,pr['Oilseed rape']==404),
 ('lookup','In 2022 the farm harvested 6.5 t of barley per hectare.',R,y2['Barley']==6.5),
 ('superlative','Grain maize had the lowest yield per hectare in 2024.',R,mn(y4)=='Grain maize'),
 ('superlative','Oilseed rape commanded the best price, while sugar beet was the cheapest crop per tonne.',S,mx(pr)=='Oilseed rape' and mn(pr)=='Sugar beet'),
 ('order','By tonnage, winter wheat was second in 2024, just ahead of potatoes.',S,rank(ha,2)=='Winter wheat' and rank(ha,3)=='Potatoes'),
 ('growth','The yield of sugar beet jumped by 21% in 2024 compared with 2023.',S,grow(y3['Sugar beet'],y4['Sugar beet'])==21),
 ('growth','Barley has recovered from 2023 but remains below its 2022 yield.',S,y3['Barley']<y4['Barley']<y2['Barley']),
 ('growth','Potato yields slipped by 4.6 t/ha in 2024.',R,round(y3['Potatoes']-y4['Potatoes'],1)==4.6),
 ('count','Four of the six crops yielded more in 2024 than the year before.',S,len(K)==6 and sum(y4[k]>y3[k] for k in K)==4),
 ('only','Only potatoes did better in 2023 than in 2022.',R,[k for k in K if y3[k]>y2[k]]==['Potatoes']),
 ('total','Altogether, the six crops cover 300 hectares.',S,sm(ar)==300),
 ('share','Winter wheat occupies two fifths of the land.',S,ar['Winter wheat']/sm(ar)==.4),
 ('share','Barley covers about 28% of the area.',R,pct(ar['Barley'],sm(ar))==28),
 ('derived','At 2024 prices, the potato harvest was worth €147,200.',S,rev['Potatoes']==147200),
 ('derived','Sugar beet earned more money than potatoes in 2024.',R,rev['Sugar beet']>rev['Potatoes']),
 ('ratio','The farm has more than four times as much land under barley as under grain maize.',R,ar['Barley']>4*ar['Grain maize']),
 ('respectively','Barley and grain maize brought in 390 and 198 tonnes respectively.',S,(ha['Barley'],ha['Grain maize'])==(390,198)),
 ('undecidable','The poor rape harvest of 2024 was due to a late frost.',U,'cause not in the table'),
 ('undecidable','Organic potatoes yielded less than conventional ones.',U,'organic is not in the table'),
 ('lookup','What was the yield of grain maize in 2022?',['9.5'],[y2['Grain maize']]),
 ('derived','Which crop had the highest harvest value in 2024?',['Winter wheat'],[mx(rev)]),
 ('growth','Which crop lost the most yield, in t/ha, from 2022 to 2023?',['Sugar beet'],[mn({k:y3[k]-y2[k] for k in K})]),
 ('total','How many hectares are planted with barley, rape and maize together?',['125'],[I(ar['Barley']+ar['Oilseed rape']+ar['Grain maize'])]),
]))
write(os.path.join(here,'b.jsonl'),'evb',G)
