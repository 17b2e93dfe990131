extension DayHalf {
  /// The words for the parts of the day in all locales of CLDR 38 and 42 to 48, in every width, and some from older phones, without the
  /// Latin `am` and `pm`. Made from the day periods in Babel's copies of CLDR and their rules, without forms of one Latin letter, because
  /// they have other meanings in other languages.
  package static let lists: [(half: DayHalf, words: String)] = [
    (
      .morning,
      """
      's nachts|'s ochtends|AN|Adduha|Aq'ab'il|Aqʼabʼil|BN|Brax kndaax|Dinda|E'|EQ'|EQʼ|Eʼ|FM|FT|
      Fọ mọ́nin|GH|HH|Hoseng|I bikɛ̂glà|Isuk|KI|Kiroko|Kĩroko|LB|LEEBI|Luma lwa K|Lwamilawu|Ma|Mambia|
      Mitternacht|Morge|Morgen|Muhi|Munkyo|N'ụtụtụ|ND|Nacht|N’ụtụtụ|OD|PG|RW|RŨ|SA|SF|Safiya|Sub|
      Subbaahi|TO|TOO|Taparachu|Tesiran|Uhr vörmiddaachs|Vorm.|Vormittag|Vörmeddaach|WD|Z.MU.|Zdat azal|
      a.g|aadhi raat|aamu|aamulla|aamup.|aamupäivä|aamupäivällä|alfajiri|am Morge|am Vormittag|an|
      ankstāinan|ante midí|ap.|asb|asubuhi|asʊbaa|atm|að morgni|að nóttu|banhaet|bn|bore|canol nos|comme|
      da madrugada|da manhã|da mattin|da mañá|de iarmade|de la madrugada|de la mañana|de la nuit|de.|
      del matin|di mattina|di notte|die nag|die oggend|dimineața|dimineață|do połedniŏ|dop.|dopol.|
      dopoldan|dopoldne|dopoledne|dopoludnia|dopoludnie|dopołdnja|du mat.|du matin|délelőtt|día|
      e mesnatës|e mëngjesit|e natës|e paradites|e.p.d.|ekuseni|entathakusa|ertalab|f.h.|f.m.|fm|fm.|
      form.|formiddag|formiddagen|förm.|förmiddag|fɔŋli|g.öň|gajaka|gajanɩ|gauerd.|gauerdia|gece yarısı|
      gecə|gecəyarı|gjk|gjn|go.öň|goiz.|goiza|goizald.|goizaldea|goizaldeko|goizeko|günortadan öň|hajnal|
      hatinggabi|hengihengi|hommik|hommikul|i.b.|i/m|iarmade|ib|icheheavo|idiɓa|in the morning|
      iđitbeaivet|iđitbeaivi|jut.|jutro|kang'ama|kang’ama|karoon|keskiyö|keskiyöllä|kesköö|keskööl|
      kiɛmɛ́ɛm|krn|kurã ge|kusãg ki|kuty-si|kuêma ramẽ|ky.|kíkíríg|la miezul nopții|madaling-araw|
      madrugada|makeo|manhã|maná|mat.|matin|matinada|mattin|mattina|matí|mañana|mañá|mba'ámba'|mbaʼámbaʼ|
      mbaꞌmbaꞌ|medianoite|meia-noite|mesnatë|mesong|mezzanotte|mg.|mi|mid|middernacht|middernag|midn.|
      midnat|midnatt|miezul nopții|min.|minuit|mitjanit|miðnætti|mn|mn.|mo.|modhyan|modhyanrat|moies|mor|
      morg.|morgen|morgenen|morgens|morgon|morgunn|morning|mrg.|mëngjes|mëzaneutte|n tufat|nacht|nachts|
      nag|naktis|nang umaga|nat|natt|natten|natë|ng umaga|no rīta|notte|nt.|ntɔ́ngɔ́|nuit|nótt|nửa đêm|
      o poln.|o polnoci|o półn.|o północy|ochtend|oggend|om formiddagen|om morgenen|om natten|open suno|
      opoln.|opolnoči|p.d.|pagi|pagi/siang|pamilau|paradite|pg/sg|pi open suno|pituna pyterupé|
      pitunaeté ramẽ|poln.|polnoc|polnoč|ponoć|pr. p.|pre podne|priekšp.|priekšpusdiena|priekšpusdienā|
      priešpiet|prije podne|prijepodne|przed poł.|przed południem|przedpoł.|przedpołudnie|prīškpušdīnē|
      pusnakts|pusnaktī|på formiddagen|på förm.|på förmiddagen|på morg.|på morgenen|på morgonen|på natta|
      på natten|półn.|północ|půl.|půln.|půlnoc|r.n.|rano|reggel|rytas|ráno|rīts|saa sita za usiku|saaku|
      sabah|sk|sokall|sokallim|soodo|subah|subaka|sáng|sárúwá|sübh|səhər|tengah malam|tifawt|u.t.|ujutro|
      ujutru|ulloqeqqata-tungaa|uluchelo|umaga|utuko|v.M.|vaasisu|vidurnaktis|vm|vm.|vorm.|vormittags|
      wichishu|y bore|yarim tun|yb|yn y bore|zj|zjut.|zjutraj|znacht|Àárɔ̀|Àárọ̀|Ç̌|Ç̌um|Ç̌umaneri|ÖÖ|
      éjfél|öğleden önce|öň|Ĩyakwakya|ŋdi|Ɛnkakɛnyá|ǁgoagas|ʊshilè kʊboɖu|π.μ.|πμ|πρωί|το πρωί|ϧ|ϧⲙ|АМ|
      ДП|ТО|ЭИ|а|апн|апоўначы|дп|к. у.|на полноќ|наутро|ночі|ноќ|ноќе|ніч|обедтэ икеле|опівночі|опівніч|
      по полноќ|полн.|полночь|полноќ|полунощ|поноћ|пр.об.|пре подне|претпл.|претпладне|прије подне|
      північ|ранку|ранок|сутринта|сүбһ|сәһәр|таң|таңкы|таңғы|тң|түн жарымы|түн орт|түн ортосу|утра|утро|
      ујутро|ујутру|шөнө дунд|эрталаб|эртең менен|эртң мн|ярим тун|јутро|ҝеҹә|ҝеҹәјары|ү.ө.|
      ӕмбисбоны размӕ|өглөө|ա|առավոտ|առավոտյան|առվ|գիշեր|գիշերը|գիշերվա|գշր|կգ․|կեսգիշեր|կեսգիշերին|
      בבוקר|בוקר|חצות|לפנה"צ|לפנה״צ|לפנה״צ.|לפנות בוקר|פֿאַרמיטאָג|ءتۇن جارىمى|آدھی رات|اے ایم|ب.ن|
      بامداد|ت د|تاڭ|تاڭعى|ص|صباحا|صباحًا|صبح|صبح میں|صبح، منجهند|ع.م|غ.م|غ.م.|فجرًا|في الصباح|في المساء|
      ق|ق.ظ|ق.ظ.|قبل از ظهر|قبل‌ازظهر|ق‌ظ|ل|ليلاً|منتصف الليل|ن|نصف شب|نیمه‌شب|پ|پ.ظ.|پیش ز ظهر|چ.ب|
      چۈشتىن بۇرۇن|܏ܩܛ‌|܏ܩ‌|ܩ|ܩܛ|ߛ|आधी रात|ए एम|तडके|दुपहर ब्रोंठ|प|पहाट|पूर्वाह्न|फुं|बिहान|भोर|भ्यागा|
      म.पू.|म.रा.|मंझंदि का पहिंरो|मध्यरात|मध्यरात्र|मध्यरात्रि|मध्यान|मध्यानरात|ये एम|स|सकाळ|सकाळीं|
      सबेरे|सवेर|सुबह|सुबुह जा|এ এম|নুমাং|পূৰ্বাহ্ন|ভোর|ভোরবেলায়|সকাল|সকালবেলায়|ਅੱਧੀ ਰਾਤ|ਪੂ.ਦੁ.|ਸ.|
      ਸਵੇਰੇ|મ.રાત્રિ|મધ્યરાત્રિ|સવાર|સવારે|ଏ|ଏ ଏମ|ପୂ|ପୂର୍ବାହ୍ନ|அதி.|அதிகாலை|கா.|காலை|நள்.|நள்ளிரவு|மு.ப|
      முற்பகல்|అర్ధరాత్రి|ఉ|ఉదయం|ఎ|ఎ ఎమ్|ಪೂ|ಪೂರ್ವಾಹ್ನ|ಬೆಳಗ್ಗೆ|ಮಧ್ಯ ರಾತ್ರಿ|ಮಧ್ಯರಾತ್ರಿ|അ|അർദ്ധരാത്രി|
      പുലർച്ചെ|രാവിലെ|උ|උදේ|පා|පාන්දර|පෙ|පෙ.ව.|මැ|මැදියම|මැදියමට පසු|ก่อนเที่ยง|ตอนเช้า|เช้า|เที่ยงคืน|
      ในตอนเช้า|ກ່ອນທ່ຽງ|ຕອນເຊົ້າ|ທ່ຽງຄືນ|ທ່ຽງ​ຄືນ|ເຊົ້າ|སྔ་ཆ་|སྔ་དྲོ་|တွၼ်ႈၸဝ်ႉ|တၸ.|နံနက်|သန်းခေါင်ယံ|
      ၸ.|დილ.|დილა|დილით|შუაღამე|შუაღამეს|ሌሊት|ማለዶ|ቀደም ሰርምዕል|ቅ.ቀ.|በሌሊት|ንጉሆ ሰዓተ|እኩለ ሌሊት|ከሰዓት በፊት|ጠ|ጥዋት|ጽባሕ|
      ፋዱስ ጃብ|Ꮜ|ᏌᎾᎴ|ᐁᒼ|ᐊᒼ|នៅពេល​ព្រឹក|ព្រឹក|អធ្រាត្រ|ᠦ᠂ ᠥ|ᱥᱤᱧ/ᱥᱮᱛᱟᱜ|ᱥᱮᱛᱟᱜ|’s nachts|’s ochtends|ⵜⵉⴼⴰⵡⵜ|上午|
      上昼|上晝|凌晨|午前|早上|早晨|朝|朝早|清晨|真夜中|ꎸꄑ|새벽|아침|오전|자정|𐐈𐐣|𐑨𐑥|𑄛𑄧𑄖𑄳𑄠𑄃𑄟𑄧𑄣𑄳𑄠𑄬|𑄝𑄬𑄚𑄳𑄠𑄬|𞤀𞤎|𞤢
      """
    ),
    (
      .afternoon,
      """
      's avonds|'s middags|ANW|Aabig|Abend|Aluula|Baubau kndaax|CH|Chilo|Dilolo|EA|EW|Ebongi|Eigulo|FI|
      Fọ ívnin|G.M.|GD|Hwaĩ-inĩ|I ɓugajɔp|Kb'eq'ij|Kbʼeqʼij|LK|MD|MG|MUU|Madhyanh|Mittag|Mo|Mog|N'abali|
      N'abalị|Nachm.|Nachmittag|Namittag|Ngo|Nommendaach|N’abali|N’abalị|OT|Ondğ|Ondğeri|PN|PTG|
      Pashamihe|SHWANE|SN|TK|Teipa|Thapama|TŊ|UT|Uhr nommendaachs|WB|Wengi|YM|Yamma|Z.MW.|ZD|Zaarikay b|
      a.k|aand|abends|adhuhuri|aft|aften|afternoon|akasuba|akşam|akşamüstü|alasiri|am Namittag|amiază|
      anw|ap.m.|après-midi|arrats.|arratsaldea|arratsaldeko|avond|axşam|axşamüstü|að kvöldi|banringzgvaq|
      canol dydd|carra|chiều|cɛɛ́nko|da seia|da tarde|de eftermade|de l'ap.m.|de l'après-midi|
      de la noche|de la tarde|de l’ap.m.|de l’après-midi|de poidisnâ|de sira|del mediodía|del pomeriggio|
      di pomeriggio|di sera|die aand|die middag|diena|do mediodía|do poidisnâ|donpar|donparam|dopahar|dp|
      du soir|du.|după-amiaza|după-amiază|dél|délután|e mbrëmjes|e mesditës|e pasdites|e.b.|e.h.|e.m.|
      e/m|eahketbeaivet|eahketbeaivi|eb|ebusuku|ebyámu|efiafi|efterm.|eftermade|eftermiddag|eftir hádegi|
      eguerd.|eguerdia|eguerdiko|em|em.|ep.|este|etterm.|ettermiddag|ettermiddagen|eve|evening|fiẽ|g.soň|
      gabi|gaua|gaueko|gjb|gm|go.soň|gshk|gtsh|gündüz|günorta|günortadan soň|gɩjibɔŋɔ|gɩshilikɔnɔ|
      gɩteŋshile|hapon|hawwaro|hd.|hádegi|i.n.|iandé-ara-pyturepé|ichamthi|illalla|ilta|iltap.|iltapäivä|
      iltapäivällä|iluntz.|iluntzea|iluntzeko|in die aand|in die middag|in the afternoon|in the evening|
      ip.|jioni|karuka ramẽ|kechqurun|keskip.|keskipäivä|keskipäivällä|keskpäev|keskpäeval|kikiiɗe|
      kingoto|kisɛ́ndɛ|koosk|kooskoliny|kp.|kugú|kurã-kuju|kuty kỹ|kv.|kveld|kvelden|kväll|kvöld|
      kyiukonyi|la amiază|lilli|luma lwa p|m.d.|makaaripi|malam|mbrëmje|mchana|mchochil'l|mchochil’l|
      mediodía|meio-dia|mesditë|mezzogiorno|middag|midi|migdia|min nos|mittags|mpókwa|mëzogiorno|
      n tmeddit|n.M.|nachm.|nachmittags|nam.|nap.|napol.|napoludnie|navečer|ncwònzém|ng gabi|ng hapon|
      ngəgógəle|nit|nm|nm.|noche|noite|nomë.|nomëttes|ntambama|nyiaghuo|odp.|odpoledne|om aftenen|
      om eftermiddagen|opold.|opoldne|pa pussideinan|pamunyi|pasdite|perpiet|petang|pi pini suno|
      piecpušdīnē|pini suno|pituna ramẽ|pn|po pod.|po podne|po poł.|po połedniu|po południu|podne|
      poidisnâ|pol.|pold.|poldne|poledne|poludnie|pomeriggio|pop.|pop. p.|popiet|popietė|popodne|popol.|
      popoldan|popoldne|popoludnie|popoludní|popoł.|popołdnju|popołudnie|pos midí|poslije podne|
      poslijepodne|poł.|południe|prynhawn|ptm|pusd.|pusdienlaiks|pusdienlaikā|pärastlõuna|pärastlõunal|
      på efterm.|på eftermiddagen|på ettermiddagen|på kvelden|på kvällen|pēcp.|pēcpusd.|pēcpusdiena|
      pēcpusdienā|rãkãnh kỹ|sa gabi|sa hapon|saa sita za mchana|sanj|sanje|sd.|seara|seară|seia|sera|
      shaam|sj|soir|sore|soré/malem|soň|sr/mlm|síðdegis|tadggʷat|tanghali|tanghaling-tapat|tarda|tarde|
      tengah hari|thapama|tr|trưa|tush payti|tối|u.k.|ulloqeqqata-kingorna|uveče|vakaras|vakars|vakarā|
      vesprada|vespre|več.|veče|večer|vidurdienis|w poł.|w południe|wiecz.|wieczorem|wieczór|wótp.|
      wótpołdnja|y prynhawn|yh|yn y prynhawn|yr hwyr|zaabig|zmittag|zv|zveč.|zvečer|ÖS|õhtu|õhtul|ös|
      öğle|öğleden sonra|Ĩyawĩoo|ŋdɔ|ŋka mbɔ́t nji|ŨG|Ɔ̀sán|Ɛndámâ|ǃuias|ɣetrɔ|ʊshilè kʊsasʊ|απόγ.|
      απόγευμα|μ.μ.|μεσημ.|μεσημέρι|μμ|το απόγευμα|το μεσημέρι|ПМ|ПП|ТК|ЭК|апд|апоўдні|ахшам|ахшамүстү|
      веч.|вече|вечер|вечера|вечерта|вечора|вечір|день|дня|к. х.|кечинде|кечк|кечкурун|кечқурун|кеш|
      кешкі|навечер|напл.|напладне|обедтэ мейле|опівдні|орой|п|пладне|по под.|по подне|подне|полд.|
      полдень|полудень|попл.|попладне|поподне|пополудні|послийеподне|послије подне|пп|сл.об.|следобед|
      талтүс|тк|туш пайти|түскі|түстен кейін|түстен кейінгі|түшт кйн|түштөн кийин|түштөн кийинки|у подне|
      увече|чак түш|чт|ҝ|ҝүндүз|ҝүнорта|ү.х.|үд дунд|ӕмбисбоны фӕстӕ|өдөр|երեկո|երեկոյան|երկ|կեսօր|
      կեսօրին|կօ․|հ|ցերեկ|ցերեկը|ցերեկվա|ցրկ|אחה"צ|אחה״צ|אחר הצהריים|בערב|בצהריים|נאָכמיטאָג|ערב|צהריים|
      ءتالتۇس|ب.ظ|ب.ظ.|بعد از ظهر|بعد از چاشت|بعد الظهر|بعد ز ظهر|بعدازظهر|بعدازچاشت|ب‌ظ|ت ك|تال ءتۇس|
      تۇستەن كەيىن|تۇستەن كەيىنگى|تۇسكى|د.ن|دوپہر|دوپہر میں|سہ پہر|ش|شام|شام میں|شام، منجهند|شب|ظ|ظهر|
      ظهرًا|ع|عصر|غ.و|غ.و.|ك|كەش|كەشكى|كەشى|م|مساء|مساءً|منجهند، شام|پی ایم|پی پی|چ.ك|چۈشتىن كېيىن|܏ܒܛ‌|
      ܏ܒ‌|ܒ|ܒܛ|ߥ|अपरान्ह|अपराह्न|दनपार|दनपारां|दपेहरा/संजा|दपैहर बाद|दु|दुपहरपतॖ|दुपार|दोपहर|पी एम|बे|
      बेलासे|बेलुकी|म|म.उ.|मंझंदि को पोए|मध्यान्ह|शाम|शाम जा|स'ञ|सं|संध्याकाळ|सा|साँझ|सांज|सांजे|सांझ|
      सांम|सायंकाळ|स’ञ|অপৰাহ্ন|দুপুর|দুপুরবেলায়|পি এম|বিকাল|সন্ধ্যা|সন্ধ্যাবেলায়|ਦੁਪਹਿਰੇ|ਬਾ.ਦੁ.|ਸ਼.|
      ਸ਼ਾਮ|ਸ਼ਾਮੀਂ|બપોર|બપોરે|સાંજ|સાંજે|ଅ|ଅପରାହ୍ନ|ପି|ପି ଏମ|அந்தி மா.|அந்தி மாலை|நண்.|நண்பகல்|பி.ப|பிற்.|
      பிற்பகல்|மதி.|மதியம்|மா.|மாலை|పి|పి ఎమ్|మధ్యాహ్నం|సా|సాయంత్రం|ಅ|ಅಪರಾಹ್ನ|ಮಧ್ಯಾಹ್ನ|ಸಂಜೆ|ഉച്ച|
      ഉച്ചതിരിഞ്ഞ്|ഉച്ചയ്ക്ക്|വൈകുന്നേരം|സന്ധ്യ|ද|දවල්|ප|ප.ව.|ම|මධ්‍යාහ්නය|රෑ|හ|හවස|ค่ำ|ช่วงเที่ยง|
      ตอนบ่าย|ตอนเย็น|บ่าย|หลังเที่ยง|เที่ยง|เย็น|ในตอนบ่าย|ในตอนเย็น|ຕອນທ່ຽງ|ຕອນບ່າຍ|ຕອນແລງ|ທ່ຽງ|ສ|ສວຍ|
      ສວາຍ|ຫຼັງທ່ຽງ|ແລງ|ཕྱི་ཆ་|ཕྱི་དྲོ་|ည|ညနေ|တလ.|တွၼ်ႈလႃႈ|နေ့လယ်|မွန်းတည့်|လ.|ნაშუადღ.|ნაშუადღევი|
      ნაშუადღევს|საღ.|საღამო|საღამოს|შუადღ.|შუადღე|შუადღეს|ሓቆ ስርምዕል|ማታ|ምሴት|ምሽት|ቀ|ቀትር|ቃማ|በምሽት|ከ|ከሰዓት|
      ከሰዓት በኋላ|ድ.ቀ.|ድሕር ሰዓት|ፋዱስ ደምቢ|Ꭲ|ᎢᎦ|Ꮢ|ᏒᎯᏱᎢ|ᏒᎯᏱᎢᏗᏢ|ᐲᒼ|ថ្ងៃត្រង់|ថ្ងៃ​ត្រង់|នៅពេលរសៀល|នៅពេល​យប់|
      នៅពេល​ល្ងាច|យប់|រសៀល|ល្ងាច|ᠦ᠂ ᠬᠣ|ᱟᱹᱭᱩᱵ/ᱧᱤᱫᱟ|ᱧᱤᱫᱟᱹ|Ḍeffir aza|Ọ̀sán|’s avonds|’s middags|ⲙ|ⲙⲙ|
      ⵜⴰⴷⴳⴳⵯⴰⵜ|下午|下昼|下晝|傍晚|午後|夕方|夜|夜晚|昼|晚上|ꁯꋒ|낮|오후|저녁|𐐑𐐣|𐑐𐑥|𑄘𑄨𑄝𑄪𑄎𑄳𑄠|𑄝𑄬𑄣𑄳𑄠𑄬|𑄥𑄎𑄧𑄚𑄳𑄠|𞤇𞤎|𞤩
      """
    ),
    (
      .night,
      """
      at night|da neutte|da noite|gece|in die nag|kechasi|midnight|nakts|naktī|neutte|night|noapte|
      noaptea|noc|noć|noću|noč|po|po noći|ponoči|raat|rat|rati|rt|usiku|v n.|v noci|w nocy|yö|yöllä|zã|
      éjjel|öö|öösel|đêm|βράδυ|το βράδυ|кечаси|ночи|ночь|ноћ|ноћу|през нощта|түн|түн ичинде|түнгі|шөнө|
      בלילה|לילה|ءتۇن|تۇنگى|رات|رات میں|रा|रात|राती|रात्र|রাত্রি|রাত্রিতে|রাত্রিবেলায়|ਰਾਤ|ਰਾਤੀਂ|રાત્રિ|
      રાત્રે|இ.|இர.|இரவு|రాత్రి|ರಾತ್ರಿ|രാത്രി|กลางคืน|ກາງຄືນ|ກາງ​ຄືນ|ຕອນກາງຄືນ|ღამ.|ღამე|ღამით|午夜|半夜|夜中|
      深夜|밤|𑄢𑄬𑄖𑄴
      """
    ),
    (
      .noon,
      """
      TR|emini|kunduzi|midday|noon|siang|кундузи|на обяд|中午|正午|정오
      """
    ),
  ]

  /// Other words beside times: those between the numbers in CLDR's patterns of dates and times, such as `Uhr`, `klo` and `г.`, and words
  /// that join a date and a time, such as `alle`.
  package static let otherWords = """
    Auer|H|Kl.|Klock|Uhr|a|af|am|at|atswa|aɖabaƒoƒo|be|bi|ci|d.|da|dal|de|del|dema|den|di|die|dl|do|dä|
    e|fọ|g.|ga|gada|gada.|giờ|h|h.|hodź.|horo|id|ilo|ils|k|ka|kaj|kl.|klo|ko|la|las|le|les|lia|lon|
    lyɛ̌ʼ|m.|me|mettas|mh|min|na|nang|ndwen|ne|ngoenz|ngày|ni|në|năm|o|om|pukul|ren|s|sa|seg.|sike|st.|
    su|suno|ta|tenpo|tháng|tme|u|um|urteko|v|vaztam|y|zeg.|à|às|ê|ô|аз|г|г.|гараг|гъэ|ел|ж.|жылдын|и|
    й.|күнэ|л.|о|оной|оны|р.|с.|сех|сыл|сәғ.|у|ц|ч|ч.|ш|ш.|ын|ҫ.|һарын|թ.|թ․|ին|ב|בשעה|דעם|ה|טן|د|س|
    ساعت|نچی|کونی|ھەم|ی|ییل|܏ܫܥ|आँ|के|को|जो|नि|रोजी|वाजतां|গী|দা|એ|વાગ્યે|ଆଁ|ଠାରେ|அன்று|కి|త|ที่|น.|
    นาที|นาฬิกา|วินาที|ທີ|ນາທີ|ວິນາທີ|ໂມງ|གཟའ་|ཆུ་ཚོད་|ཚེ་|ཚེས་|ཟླ་|འི་ཚེས་|ལོ|ལོའི་|སྐར་མ་|སྤྱི་|
    སྤྱི་ཟླ་|སྤྱི་ལོ་|နေ့|ရက်|መዓልቲ|መዓልት|ዮም|ጋላሳ|ግርጋ|ᎤᎾᎢ|នៅ​ម៉ោង|᠋ᠣᠨ|᠋ᠭᠠᠷᠠᠭ|᠎᠎᠎ᠤ|᠎᠎ᠢᠢᠨ|ᠣᠨ|ᠤ|ᠤᠩ|分|年|日|时|時|
    月|点|秒|點|ꆪ|ꈎ|ꑍ|년|분|시|월|일|초|
    alle|kell|klokken|klukkan|on|ore|plkst.|στη|στις|الساعة
    """
}
