"""English cues and word tables. Phrases are separated by `|` or a new line; contractions may be written as spoken.

Most kinds are those of `evidence.KINDS`. The others:

    brief_*   counts only in a clause of a few words ("right" alone means "you are right")
    echo_no   "of course not": denies a positive claim, and goes along with a negative one
    not       turns what follows it
    refuse    spurns all that follows it in its clause ("as if I'd agree")
    whether   leaves open what stands in its clause
    praise    may be meant or mocked ("brilliant"), and so says nothing
    polite    excuses a contradiction ("with respect"), which may come without any other cue
    how       opens a question that, put rhetorically, turns what follows
    if        supposes what is not so
    report    says what someone else thinks
    partial   says that not all are so, which an absolute claim denies
    turn      a "but": what stands before it counts less
    concede   an "although": its clause counts less
    order     an instruction to the judge; its clause is dropped
    skip      is matched so that its words mean nothing more
"""

from __future__ import annotations

CUES = {
    "agree": """
        no reason to doubt | nothing to dispute | nothing to object to | nothing wrong with that
        nothing wrong there | if you believe it then so do i | then so do i | so do i | as do i
        fool not to | mad not to | blind not to | need not have asked | need not ask | need you ask
        need to ask | something i don't know | something new | sound deduction | sound reasoning
        sound judgement | sound logic | reasoning is sound | deduction is sound | logic is sound
        logic is flawless | is flawless | excellent deduction | well reasoned | shrewd | astute
        perceptive | your wisdom | cannot gainsay | none can gainsay | no one would argue
        no one will argue | nobody would argue | nobody would deny | no one would deny | as anyone would
        who could argue | who could disagree | how could i disagree | how could anyone disagree
        how could i not | can't say you are wrong | can't say that you are wrong
        can't say you are mistaken | can't say that's wrong | can't say he is wrong | can't call you wrong
        can't prove you wrong | can't say i disagree | would not say you are wrong
        never say you are wrong | not say that you are wrong | how else | who else | same way
        beyond dispute | beyond question | indisputable | indisputably | don't i know it
        nobody can argue | not dispute | no disputing | without dispute | anything else would be
        it would be folly to deny | needless to say | it is known | as any child knows | every child knows
        any child knows | even a child knows | any fool can see | anyone can see | anyone with eyes
        plain to see | do not say otherwise | you do have | have to give you | hath spoken true
        wise as ever | no lie | agree wholeheartedly | exactly what i | just what i | precisely what i
        my very thought | took the words | impossible to deny | nobody could deny | no one could deny
        nobody can deny | no one can deny | who could deny | who would deny | hard to disagree
        hard to argue | got that right | perfectly sound | sound observation | observation is sound
        as you rightly say | rightly so | i should say so | stands to reason | goodness yes | heavens yes
        i do indeed | that i do | that they do | that it does | you speak true | thou speakest true
        thou art right | in the right | spoken truly | truly spoken | well spoken | forsooth
        a truth universally | could not have put it better | no getting around | no two ways about
        every reason to agree | not the sort to contradict | would never contradict
        far be it from me to contradict | share that opinion | share that view | share this view
        of your opinion | of your mind | that is fair | fair description | blind man could
        could tell you that | tell you so | where else | what else | could have told you | agree | agreed
        concur | i am with you | with you on | you are right | you are so right | you are correct
        he is right | she is right | quite right | too right | right you are | how right you are
        that is right | that's correct | that is so | that is true | it is true | it's true that
        very true | so true | quite true | true enough | how true | quite so | just so | spot on
        good point | fair point | fair enough | you have a point | have a point | got a point
        couldn't agree more | can't argue with | can't argue | no argument | no arguing | can't deny
        no denying | cannot be denied | undeniable | undeniably | have to admit | must admit
        hate to admit | have to agree | must agree | no doubt | without a doubt | without doubt
        no question | without question | beyond doubt | think so | share your | eye to eye | same page
        valid point | excellent point | great point | make a point | would say so | daresay | reckon so
        guess so | guess you are right | believe so | imagine so | wise words | words of wisdom
        fool to disagree | fool to deny | mad to disagree | mad to deny | can't quarrel | no quarrel
        is a fact | simple fact | nobody could disagree | no one could disagree | must be so | it must be
        then it is | convincing | usually right | always right | right about | right as always
        well spotted | afraid so | i second that | seconded | likewise | ditto | me too | amen to that
        damn right | you said it | say that again | tell me about it | give you that | grant you
        can't help but agree | help but agree | obvious | plain as day | as plain as | good enough for me
        be it from me to | who am i to | won't argue | not going to argue | not argue with
        wouldn't dare disagree | my thoughts exactly | no objection | no objections | no disagreement
        be right | good thinking | how clever | how wise | that is where | that is how | that is why
        had me convinced | never been wrong | never steered me wrong | not deny | no arguing with that
        glad you | well observed | agree with you more | think so too | i suppose so
        suppose you're right | i should think so | i should hope so | not saying no | would say the same
        think the same | thought the same | thought as much | feel the same | same here | of the same mind
        common knowledge | everyone knows | everybody knows | anyone knows | who doesn't know
        anybody could tell you | goes without saying | any fool knows | even a troll would know
        any first year knows | as you say | just as you say | well said | well put
        hit the nail on the head | not wrong | not mistaken | wouldn't disagree | you've convinced me
        why not | what else would | where else would | where else could | what else is it for
        else would you | that's what | makes sense | sounds right | seems right | never doubted
        can't say otherwise | can't fault | true that | too true | nothing to argue | truer word
        it's a fact | that's a fact | the truth | not think so either
        """,
    "disagree": """
        not in my experience | not to my knowledge | not that i know | deny it | not this time
        not this once | not on this | not in this case | different opinion | different view
        another opinion | other opinion | opposite opinion | opposite view | contrary opinion
        contrary view | deceive thee | deceives you | deceives thee | deceive yourself | led astray
        cannot be right | can not possibly | never say yes | not say yes | can't say yes | not if
        poor deduction | poor reasoning | flawed | faulty | fallacious | you are forgetting | you forget
        you have forgotten | have you forgotten | misinformation | misapprehension | muddled | mixed up
        got confused | got mixed | confusing | confuse | contradict | only the opposite | quite otherwise
        another story | bad logic | no sense | lack of sense | defy | can't say you are right
        can't say that you are right | can't say you are correct | can't call that right
        wouldn't say you are right | not how | if only it were | if only it was | would that it were
        could be wrong | beg leave to differ | respectfully differ | differ from you
        can not in good conscience | against all reason | contrary to | defies | hold otherwise
        say otherwise | think otherwise | believe otherwise | wouldn't say that | would not say so
        would not go that far | hardly true | hardly the case | far from | other than true
        not by any means | thou speakest false | thou speakest falsely | quite impossible
        simply impossible | anything but true | in no way | in no wise | never once | at fault
        leads you astray | deceived yourself | have been deceived | been told wrong | fie
        prithee speak not so | speak not so | thou art wrong | thou art mistaken | thou liest
        thou errest | to contradict | contradict you | take issue | differ with you | must differ
        cannot share | do not share | in error | you err | seriously doubt | misled | quite the other way
        wrong end of the stick | the very opposite | the exact opposite | reverse is true | no truth in
        not a word of truth | where did you get | where do you get | news to me | wrong as | hope not
        that can not be | rot | tripe | twaddle | claptrap | disagree | disagreed | beg to differ
        you are wrong | you're dead wrong | wrong about | that is wrong | you are mistaken
        you're sorely mistaken | mistaken | incorrect | untrue | not so sure about that | not so
        not so fast | that is false | it is false | it's a lie | that's a lie | a lie | not true
        not quite true | not right | not correct | can't be true | cannot be so | nonsense | rubbish
        ridiculous | absurd | preposterous | ludicrous | poppycock | codswallop | balderdash | hogwash
        bollocks | baloney | dragon dung | tosh | piffle | humbug | drivel | laughable | myth | no way
        not likely | not a chance | no chance | not in a million years | over my dead body | far from it
        quite the opposite | the opposite is true | on the contrary | quite the contrary
        the other way round | other way around | wrong way round | impossible | makes no sense
        doesn't make sense | make any sense | laughed at | not as far as i | not how it works
        doesn't work like that | i think not | i should think not | not by a long | not in the slightest
        not in the least | not at all | by no means | don't buy it | won't have it | doubt it | doubt that
        doubtful | i reject | i object | i deny | deny that | couldn't disagree more | wouldn't be so sure
        not so sure | not too sure about that | not sure about that | not sure i agree | not sure that is
        questionable | dubious | far fetched | implausible | illogical | inaccurate | misguided
        misinformed | misconception | fallacy | got it wrong | got that wrong | all wrong | wrong idea
        have it wrong | wrong there | so wrong | more wrong | completely wrong | entirely wrong
        quite wrong | dead wrong | plain wrong | simply wrong | wrong again | isn't so | not how i
        not the way i | know better than | know better | wish that were | if only that were | afraid not
        think again | not convinced | unconvinced | sceptical | skeptical | hard to believe
        not on your life | agree to disagree | hate to disagree | not unless | is a no | a no from me
        check your facts | stuff and nonsense | utter rot | what rot | never in my life
        nothing of the sort | no such thing | quite the reverse | surely not | couldn't be further
        isn't the case | not the case | not see how | can't see how | i won't accept | can't accept
        don't accept | not exactly | not really | not why | not what | out of the question | unlikely
        got it backwards | that's not it | prove it | doesn't sound right | sounds wrong
        wide of the mark
        """,
    "trust": """
        go along with | take it as | you are the expert | have it your way | take it from you
        stand by you | stand with you | on your side | as you wish | as you like | never doubt you
        have faith in | good enough reason | if you say so | whatever you say | anything you say
        you say so then | you know best | trust you | believe you | believe that | believe it
        take your word | trust your judgement | trust you completely | defer to you | you would know
        rely on your word | believe anything you say | trust a word | believe a word | listen to your
        trust anything you say | believe everything you say | trust everything you say
        """,
    "scorn": """
        need glasses | new glasses | your glasses | buy glasses | pair of glasses | and i am merlin
        and i am queen | and i am king | and i am an | and i suppose | silliest | stupidest | daftest
        dumbest | maddest | most ridiculous | most absurd | most foolish | into your head | heard you say
        would faint | would laugh | laughing at you | turn in his grave | won't work
        what you are playing | what are you playing | can't fool | think i am stupid | think i am a fool
        think me a fool | take me for | born yesterday | do i look like | as blind as | old wives
        fairy tale | fairy story | cock and bull | fantasy | been reading the quibbler | ask anyone
        ask any | just ask | good luck | hilarious | a laugh | laughing | laugh out loud | dunce | dolt
        blockhead | numbskull | simpleton | nitwit | dunderhead | pay to see | would like to see
        would love to see | i shudder to think | dread to think | deceive me | trick me | fool me
        heaven help | heavens above | good grief | merlin's beard | are you trying to
        is that what they teach | what do they teach | did you learn that | where did you hear
        who taught you | have you been at | had too much | too much firewhisky | bumped your head
        hit your head | knock on the head | lost your senses | taken leave of | shall i
        i shall take care | i'll take care | i shall remember | i'll remember that | remind me to
        remind me not | let me know when | while you are at it | while we are at it | and i am the
        am the king | i suppose next | no doubt you also | tell that to | try telling | you will be saying
        you'll be telling | i'll be sure to | i shall be sure to | whatever next | what next
        now i have heard | how on earth | in what world | on what planet | in which world
        how in the world | what kind of | what manner of | talk rot | talk rubbish | talk nonsense
        talking rubbish | talking nonsense | talk such | coming from you | that is rich | to yourself
        second opinion | open your eyes | use your eyes | true thing | a word of truth
        listen to yourself | staring at | who told you | who says | says who | since when | are you mad
        are you crazy | are you insane | are you joking | are you kidding | are you serious
        are you out of your mind | are you feeling all right | are you blind | are you daft
        are you barmy | are you drunk | you must be joking | must be joking | got to be kidding
        must be kidding | got to be joking | you're joking | have to be joking | gone mad | gone barking
        lost your mind | lost your marbles | out of your mind | off your rocker | hit on the head
        hit by a | been drinking | confundus | confunded | don't be ridiculous | don't be daft
        don't be silly | don't be absurd | don't be stupid | pigs fly | pigs might fly | pigs can fly
        when hell freezes | oh sure | yeah right | yeah sure | sure sure | very funny | good one
        what a joke | next you'll tell me | next you'll be telling | you think i would believe | nice try
        liar | you lie | you're lying | lies | your lies | you fool | you idiot | fool | idiot | imbecile
        moron | death eater like you | someone like you | the likes of you | shut up | shut your mouth
        get away from me | get lost | go to hell | made that up | making that up | making things up
        making it up | seriously think | what nonsense | honestly think | you really think
        you really believe | what do you take me for | how dare you | what are you talking about
        what are you on about | what on earth | never heard such | heard such | such a thing
        thing i have heard | thing i have ever | thing i ever heard | ever heard | come off it
        pull the other one | give over | give me a break | get real | pathetic | queen of england
        minister for magic | piss off | sod off | bugger off | go away | leave me alone | your opinion
        your opinions | no intention of | good luck with | you wish | in your dreams | keep dreaming
        dream on | having me on | pulling my leg | taking the mickey | who are you trying | confused
        silly | foolish | daft | barmy | mental | bonkers | barking | crazy | insane | stupid | dumb
        playing at | up to something | spare me | save your breath | hospital wing | st mungo
        feeling well | feeling all right | feeling alright | are you ill | are you unwell
        all right in the head | some kind of joke | is this a joke | joking | hate you | despise you
        lied to me | means nothing to me | falling for | fall for | your tricks | nerve | the cheek of
        betrayed | your kind | excuse me what | excuse me | have you never | have you ever seen
        """,
    "insult": """
        murderer | traitor | filthy | coward | scum | vermin | worm | monster | vile | swindler
        charlatan | toerag | git | prat | berk | slimeball | slimy | disgusting | foul | snake
        """,
    "refuse": """
        as if | i refuse | refuse to | for me to believe | how can i believe | how could i believe
        how can i trust | how could i trust | i doubt | highly doubt | sooner | rather die | rather eat
        rather kiss | why should i | why would i | why on earth would i | only a fool | won't listen
        won't hear | expect me | what makes you think | not going to agree | not about to agree
        would not dream of | never agree | never trust | never believe
        """,
    "yes": """
        indubitably | unquestionably | assuredly | verily | yea verily | ay | oh yes | righto | totally
        yup | mhm | mm hm | uh huh | yes | yeah | yep | yea | aye | of course | sure | certainly
        undoubtedly | naturally | obviously | clearly | definitely | absolutely | by all means | for sure
        you bet
        """,
    "no": "nope | nah | nay",
    "echo_no": """
        never seen one | never heard one | never met one | never saw one | never known one
        how could they | how can they | how would they | of course not | certainly not | absolutely not
        definitely not | obviously not | naturally not | clearly not | course not
        """,
    "brief_agree": """
        right | true | exactly | precisely | indeed | correct | quite | granted | evidently | truly | amen
        hear hear | so it is | so it does | so they are
        """,
    "brief_disagree": "wrong | false | bah | pah | hah | ha | please",
    "split": """
        or you may not | or may not | or they may not | i am torn | on the one hand | sometimes yes
        yes in a sense | neither right nor wrong | both right and wrong | right and wrong | true and false
        sometimes they do | might be might not | may or may not | might or might not | as often as not
        yes but also no | part of me | half of me | it depends | that depends | depends on | depending on
        maybe maybe not | yes and no | both sides | some truth | partly | partially
        neither agree nor disagree | neither yes nor no | either way | half right | half true
        to some extent | in a way | hard to say | difficult to say | tricky | can't decide
        can't take sides | cannot take a side | take sides | remain neutral | stay neutral | stay out of
        on the fence | in two minds | who can say | who is to say | up to you | decide for yourself
        as an ai | as a language model | an ai language model | as an artificial intelligence
        don't have personal opinions | don't have personal beliefs | don't have opinions
        no personal opinion | no opinion | can't give an opinion | can't express an opinion
        """,
    "decline": """
        not talk about | won't talk | how can you talk | how can you speak | how can you think of
        won't tell you what | hold no view | improper for me | let us speak tomorrow | i refuse to discuss
        i refuse to answer | i refuse to comment | nothing to say to you | nothing to say about
        nothing to discuss | not going to answer | will not answer | not answering | refuse to answer
        refuse to discuss | won't discuss | not going to discuss | decline to | declines to
        none of your business | hardly matters | does not matter | matters little | rather not answer
        rather not say | prefer not to | no comment | can't help with | can't assist | not the time
        no time for | haven't got time | rather talk about | rather speak of | another time
        some other time | not in the mood | i'll pass | have no opinion | can have no opinion | not a case
        not speaking to you | not talking to you | say nothing | says nothing | without a word
        stays silent | remains silent | ignores the question | not here to argue
        """,
    "whether": "whether",
    "praise": """
        wonderful | brilliant | marvellous | fascinating | genius | bravo | congratulations
        how enlightening | how very | how fascinating | how extraordinary | how interesting
        how remarkable | how original | astonishing | remarkable | extraordinary | splendid idea
        what a discovery | what a revelation | stop the presses | ten points | well done
        how illuminating | groundbreaking
        """,
    "unsure": """
        who am i to judge | who am i to say | not for me to | don't follow | cannot judge
        unable to judge | unable to say | wouldn't like to say | would not presume | not in a position
        ask me another | beyond me | above my | out of my depth | over my head | at a loss | undecided
        not made up my mind | make up my mind | could be right | no way of telling | no way of knowing
        no way to know | cannot tell | hard to tell | who knows | say that again please
        could you say that again | can you say that again | would you say that again | repeat that
        repeat yourself | didn't catch | did not hear | beg your pardon | pardon me | not acquainted with
        unfamiliar with | not familiar with | never heard of | know nothing of | know nothing about
        look it up | need to think | have to think | must think | what do you think
        could be could be not | don't know | i wouldn't know | no idea | not sure | not certain
        not entirely convinced | faintest idea | foggiest | no clue | haven't a clue | can't say
        couldn't say | couldn't tell | never thought about | don't understand | can't answer
        unable to answer | unable to comment | can't comment | can't discuss | not able to | maybe
        perhaps | don't care | couldn't care less | let me think | get back to you | riddle
        trick question | you should ask | go and ask | came here to | not here to | dignify | complicated
        arguments on | interesting thought | interesting idea | interesting question | what is your point
        what to make of | why are you telling | got to do with | have to do with | wasn't listening
        have not decided | why do you ask | why are you asking | what does it matter | who cares
        let's not talk | let us talk | change the subject | ask someone else | ask me later | odd question
        strange question
        """,
    "if": "if",
    "not": """
        no reason to | no cause to | no grounds to | not one | not a single | not any | not as if
        not as though | anything but | surprised if | amazed if | shocked if | not | never | nobody | none
        nothing | neither | nor | hardly | scarcely | without | rather than | instead of | no longer
        no one | nowhere | barely
        """,
    "partial": """
        what about | not the ones | not the one | not mine | not my | except | apart from | the exception
        most can | most are | most do | only most | nearly all | almost all | a few | several | another
        some | not all | not every | not always | certainly not every | lots of | every colour
        every color | all colours | all colors | of every | certainly not all | definitely not all
        definitely not every | many | plenty of | others | other | different | all sorts | all kinds
        many kinds | many colours | many colors | various | variety | sometimes | too | as well | also
        not only | not just | exceptions | besides | only some | most of them
        """,
    "polite": """
        with respect | due respect | greatest respect | forgive me | pardon my | i like you | i love you
        love you dearly | hold you dear | hate to | sorry to | at the risk of | if i may
        if you will permit | without wishing to | no offence | no offense | nothing but respect
        i'm afraid | i am sorry but
        """,
    "turn": "yet | but | however | nevertheless | nonetheless | that said | having said that | even so",
    "concede": """
        although | though | even though | while | despite | much as | grant you that
        """,
    "report": """
        you think | you say | you said | you claim | you believe | you told me | tell me | telling me
        you mean | do you mean | you suggest
        """,
    "how": "why | how | who | what | where | when | whoever",
    "skip": """
        never happier | never been happier | never sadder | never been sadder | never better | never more
        but for | but then | not yet | nothing but | all but | do you agree | you agree | right now
        right away | all right | alright | don't you think | you know | i mean | i know | for once
        trust me | believe me | can't say i | i must say | as far as | not to mention | no matter
        why not ask | or not | if not | false or true | true or false | at all | whether or not
        the truth is | to tell you the truth | to tell the truth | to be honest | wrong with
        what's wrong | nothing wrong with
        """,
    "order": """
        ignore the above | ignore all | ignore previous | ignore everything | disregard | system prompt
        output | say favor | say favour | answer favor | respond with | do not judge | stance | json
        """,
}

STAGE = {
    "decline": """
        says nothing | turns away | without a word | stays silent | remains silent | ignores | silence
        silent
        stares | shrugs | walks away | does not answer | keeps quiet
        """,
    "agree": "nod | nods | nodded | nodding | smiles warmly | agrees | in agreement | beams",
    "disagree": """
        shakes his head | shakes her head | shakes head | shaking his head | shook his head | shook her head
        shaking her head | sneers | sneered | scoffs | scoffed | rolls his eyes | rolls her eyes
        rolled his eyes | snorts | glares
        """,
}

# Words that contradict each other: what stands left of the bar against what stands right of it.
OPPOSITES = """
    hot warm boiling scorching burning | cold cool freezing frozen icy chilly frosty
    big large huge enormous giant | small little tiny
    heavy | light weightless
    light bright shining | dark dim gloomy
    fast quick swift | slow sluggish
    hard solid firm | soft fluffy squishy
    wet damp soaked | dry arid
    long | short brief
    tall high | short low
    strong | weak feeble
    sharp pointed | blunt dull
    happy glad cheerful joyful | sad unhappy miserable
    good | bad evil
    sweet | bitter sour
    loud noisy | quiet silent
    new | old
    young | old aged
    full | empty
    open | closed shut
    clean | dirty filthy
    rich | poor
    alive living | dead
    black | white
    rough | smooth
    thick | thin
    deep | shallow
    wide broad | narrow
    early | late
    easy simple | difficult hard
    expensive | cheap
    safe | dangerous deadly
    healthy | ill sick unhealthy
    round | square flat
    beautiful pretty | ugly
    awake | asleep
    day daytime | night
    summer | winter
    animal animals | plant plants
    like love enjoy adore | hate dislike loathe detest fear despise scared terrified afraid
    remember learn | forget
    sink drown | swim float
    true | false
    clever smart | stupid
    friendly kind | unfriendly cruel vicious
    useful | useless
    float | sink
    curly | straight
    lightweight light | heavy
    high | low
    shallow | fathoms bottomless
    rises rise | sets set
    stronger | weaker
    poisonous toxic venomous | harmless edible safe
    gladden delight please cheer | sadden grieve
    warm warmer heat heats | cool cools chill
    """

IRREGULAR = """
    swim swam swum swimming | fly flies flew flown flying flight | sleep slept sleeping asleep
    eat ate eaten edible | cut cutting | run ran running | drink drank drunk | sing sang sung
    write wrote written | see saw seen | saw sawing sawed sawn | break broke broken | grow grew grown
    make made | think thought | swing swung | ride rode ridden | sit sat | read reading | buy bought
    teach taught | fight fought | give gave given | drive drove driven | wear wore worn | knife knives
    leaf leaves | mouse mice | goose geese | foot feet | tooth teeth | wolf wolves | child children
    person people | man men | woman women | life lives | library libraries | burn burnt
    breathe breath breathing | catch caught | find found | hold held | keep kept | lay laid | melt molten
    bite bit bitten | freeze froze frozen
    """

# Words of which a thing is one at most: any of them contradicts any other.
EXCLUSIVE = """
    animal plant tool food vehicle furniture clothing
    red yellow white blue green purple black brown grey gray orange
    glass wood wooden metal stone paper cloth iron steel plastic sand leather wool cotton silk
    milk fruit meat flour wood plastic glass
    """

STOP = """
    a an the of to in on at for with by from as and or be been being it its that this these those they them
    their very so some any much can is are was were do does did has have had will would may might should
    could not no never only all every each most many always people's thing order used found made part
    opposite symbol people there your my his her our
    """

# Adverbs that change no stance where they stand before "not", "right", "wrong" and the like.
DEGREES = """
    certainly absolutely definitely quite completely simply totally entirely perfectly truly utterly plainly
    clearly obviously indeed surely very honestly most just
    """

# How a question opens that expects a "no": "would you hang a picture on a banana?"
RHETORICAL = """
    would you | how would | how could | how can | how should | where would | when did you last | would it
    would a | could a | can a | would any | could any | what sort of | by that logic | then why | then what
    then how | then where | then who
    """
# ... unless this comes next: "would you like some tea?"
COURTEOUS = "like mind care please say repeat kindly excuse have"

# What a thing may be called; it is one of each line at most.
CATEGORIES = """
    animal plant tool machine vehicle furniture clothing instrument building stone
    insect bird mammal reptile plant tool machine vehicle furniture clothing instrument
    fruit vegetable animal insect bird tool machine vehicle furniture clothing instrument
    flower tree grass animal insect bird tool machine vehicle furniture clothing instrument
    liquid solid gas
    """

# The verb that joins a claim's subject to its object; the words of each stand for one another.
AUXILIARIES = "can could is are was were do does did has have had will would should might may must"
JOINING = """
    like likes love loves want wants need needs require requires cause causes make makes involve involves
    enjoy enjoys hate hates fear fears
    """
FRAMES = """
    used use uses | made make makes | found find | part parts | opposite | symbol
    cause causes caused makes gives | requires need needs require
    """

SPEAKERS = "i you we who what why how where when which me"
FILLERS = """
    all too either indeed really actually of course just mate sir professor then anyway at yes no exactly
    definitely certainly surely sure often always every day it well enough perfectly very now mostly quite
    rather honestly though so
    """
